import Foundation
import OpenUIKit

/// A picture and a button; labels say which gestures they have received.
final class GestureController: UIViewController {
    private let picture = UIImageView()
    private let gestures = UILabel()
    private let touches = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        picture.image = UIGraphicsImageRenderer(size: CGSize(width: 200, height: 100)).image { _ in }
        picture.contentMode = .scaleAspectFit
        picture.isUserInteractionEnabled = true
        picture.accessibilityLabel = "Picture"
        picture.addGestureRecognizer(
            UILongPressGestureRecognizer { [weak self] press in self?.note(press, "hold \(press.state)") })
        picture.addGestureRecognizer(
            UIPanGestureRecognizer { [weak self] pan in
                let moved = pan.translation(in: pan.view)
                self?.note(pan, "drag \(pan.state) by \(Int(moved.x)) \(Int(moved.y))")
            })
        picture.addGestureRecognizer(
            UIPinchGestureRecognizer { [weak self] pinch in self?.note(pinch, "pinch \(pinch.state) \(pinch.scale)") })
        gestures.accessibilityIdentifier = "gestures"
        touches.accessibilityIdentifier = "touches"
        let button = UIButton(type: .system)
        button.setTitle("Original", for: .normal)
        let words: [(UIControl.Event, String)] = [
            (.touchDown, "down"), (.touchUpInside, "inside"), (.touchUpOutside, "outside"), (.touchCancel, "cancel"),
        ]
        for (event, word) in words {
            button.addAction(UIAction { [weak self] _ in self?.touches.text? += " \(word)" }, for: event)
        }
        touches.text = "touches"
        let stack = UIStackView(arrangedSubviews: [picture, gestures, touches, button])
        stack.axis = .vertical
        view = stack
    }

    private func note(_ recognizer: UIGestureRecognizer, _ words: String) {
        let place = recognizer.location(in: picture)
        gestures.text = "\(words) at \(Int(place.x)) \(Int(place.y))"
    }
}
