import UIKit
import NotificationCenter

@objc(CountdownViewController)
class CountdownViewController: UIViewController, NCWidgetProviding {

    private var seconds = 10
    private let label = UILabel()
    private let button = UIButton(type: .system)

    override func loadView() {
        view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 110))
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        preferredContentSize = CGSize(width: 0, height: 110)
        label.text = "\(seconds) left"
        label.sizeToFit()
        button.setTitle("Count", for: .normal)
        button.frame = CGRect(x: 16, y: 60, width: 100, height: 40)
        button.addTarget(self, action: #selector(count), for: .touchUpInside)
        let press = UILongPressGestureRecognizer(target: self, action: #selector(reset(_:)))
        press.minimumPressDuration = 0.5
        label.isUserInteractionEnabled = true
        label.addGestureRecognizer(press)
        view.addSubview(label)
        view.addSubview(button)
    }

    @objc func count() {
        seconds -= 1
        label.text = "\(seconds) left"
    }

    @objc private func reset(_ recognizer: UILongPressGestureRecognizer) {
        guard recognizer.state == .began else { return }
        seconds = 10
        label.text = "\(seconds) left"
    }

    func widgetPerformUpdate(completionHandler: (@escaping (NCUpdateResult) -> Void)) {
        completionHandler(.noData)
    }

    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: UIEdgeInsets) -> UIEdgeInsets {
        return .zero
    }
}
