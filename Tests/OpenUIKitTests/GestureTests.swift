import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// The user's gestures, and what a program receives of them.
@MainActor
@Suite struct GestureTests {
    /// The calls of actions, as words.
    @MainActor
    private final class Heard {
        var words: [String] = []

        func note(_ recognizer: UIGestureRecognizer, _ more: String = "") {
            words.append("\(recognizer.state)\(more.isEmpty ? "" : " " + more)")
        }

        func take() -> [String] {
            defer { words = [] }
            return words
        }
    }

    private let heard = Heard()

    private static func image(_ width: CGFloat, _ height: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { _ in }
    }

    @Test func `a view names the gestures of its enabled recognizers, and taps alone make it a button`() throws {
        let view = UIView()
        let press = UILongPressGestureRecognizer()
        let (pan, pinch) = (UIPanGestureRecognizer(), UIPinchGestureRecognizer())
        for recognizer in [press, pan, pinch] { view.addGestureRecognizer(recognizer) }
        press.minimumPressDuration = 0.3
        let screen = try Screen(view)
        #expect(screen[view]?.gestures == [.hold, .drag, .pinch] && screen[view]?.holdDelay == 0.3)
        #expect(screen[view]?[.accessibilityTraits] == nil)
        press.isEnabled = false
        view.removeGestureRecognizer(pan)
        try screen.turn()
        #expect(screen[view]?.gestures == .pinch && screen[view]?[.holdDelay] == nil)
        view.addGestureRecognizer(UITapGestureRecognizer())
        try screen.turn()
        #expect(screen[view]?[.accessibilityTraits] == .integer(ViewAccessibilityTraits.button.rawValue))
        view.isUserInteractionEnabled = false
        try screen.turn()
        #expect(screen[view]?[.gestures] == nil)
    }

    @Test func `the shortest of several delays counts, and one that no host can wait for is shortened`() throws {
        let view = UIView()
        let (first, second) = (UILongPressGestureRecognizer(), UILongPressGestureRecognizer())
        for recognizer in [first, second] { view.addGestureRecognizer(recognizer) }
        second.minimumPressDuration = 0
        let screen = try Screen(view)
        #expect(screen[view]?.holdDelay == 0)
        second.minimumPressDuration = 1e9
        first.minimumPressDuration = 1e8
        try screen.turn()
        #expect(screen[view]?.holdDelay == 60)
    }

    @Test func `a long press begins, changes and ends`() throws {
        let view = UIView()
        let heard = heard
        view.addGestureRecognizer(
            UILongPressGestureRecognizer { heard.note($0, "\($0.minimumPressDuration) \(text($0.location(in: nil)))") })
        view.addGestureRecognizer(UITapGestureRecognizer { _ in heard.words.append("tap") })
        let screen = try Screen(view)
        try screen.send(.hold(.began, at: .center), to: view)
        try screen.send(.hold(.changed, at: ViewPoint(x: 2, y: -1)), to: view)
        try screen.send(.hold(.ended, at: ViewPoint(x: 2, y: -1)), to: view)
        #expect(heard.take() == ["began 0.5 (0.5, 0.5)", "changed 0.5 (2.0, -1.0)", "ended 0.5 (2.0, -1.0)"])
        try screen.send(.activate, to: view)
        #expect(heard.take() == ["tap"])
        #expect(view.gestureRecognizers?.first?.state == .possible)
    }

    @Test func `a pan counts its translation in points from where the program has set it`() throws {
        let view = UIView(frame: CGRect(x: 30, y: 40, width: 200, height: 100))
        let heard = heard
        let pan = UIPanGestureRecognizer {
            heard.note($0, "\(text($0.location(in: view))) \(text($0.translation(in: view)))")
        }
        view.addGestureRecognizer(pan)
        let container = UIView()
        container.addSubview(view)
        let screen = try Screen(container)
        try screen.send(.drag(.began, at: ViewPoint(x: 0.1, y: 0.2), by: .zero), to: view)
        let moved = ViewPoint(x: 0.25, y: 0.5)
        try screen.send(.drag(.changed, at: ViewPoint(x: 0.35, y: 0.7), by: moved), to: view)
        pan.setTranslation(CGPoint(x: 1, y: 2), in: view)
        try screen.send(.drag(.changed, at: ViewPoint(x: 0.35, y: 0.7), by: moved), to: view)
        try screen.send(.drag(.ended, at: ViewPoint(x: 0.6, y: 0.7), by: ViewPoint(x: 0.5, y: 0.5)), to: view)
        try screen.send(.drag(.began, at: .zero, by: .zero), to: view)
        #expect(
            heard.take() == [
                "began (20.0, 20.0) (0.0, 0.0)", "changed (70.0, 70.0) (50.0, 50.0)",
                "changed (70.0, 70.0) (1.0, 2.0)", "ended (120.0, 70.0) (51.0, 2.0)", "began (0.0, 0.0) (0.0, 0.0)",
            ])
    }

    @Test func `a pinch continues from the scale that the program has set`() throws {
        let view = UIView()
        let heard = heard
        let pinch = UIPinchGestureRecognizer { heard.note($0, "\($0.scale)") }
        view.addGestureRecognizer(pinch)
        let screen = try Screen(view)
        try screen.send(.pinch(.began, at: .center, scale: 1), to: view)
        try screen.send(.pinch(.changed, at: .center, scale: 2), to: view)
        pinch.scale = 1
        for odd in [0, -1, CGFloat.nan, .infinity] { pinch.scale = odd }
        try screen.send(.pinch(.changed, at: .center, scale: 3), to: view)
        try screen.send(.pinch(.ended, at: .center, scale: 3), to: view)
        try screen.send(.pinch(.began, at: .center, scale: 1), to: view)
        #expect(heard.take() == ["began 1.0", "changed 2.0", "changed 1.5", "ended 1.5", "began 1.0"])
    }

    @Test(
        arguments: [
            // Drawn to fit: the picture is 200 by 100 in the middle of 200 by 200.
            (CGSize(width: 200, height: 200), UIView.ContentMode.scaleAspectFit, CGPoint(x: 50, y: 125)),
            (CGSize(width: 200, height: 200), .scaleToFill, CGPoint(x: 50, y: 150)),
            // Where only the host knows the size, in the points of the picture.
            (.zero, .scaleAspectFit, CGPoint(x: 10, y: 15)),
        ])
    func `a location on a picture is where the picture is drawn`(
        size: CGSize, mode: UIView.ContentMode, location: CGPoint
    ) throws {
        let view = UIImageView(image: Self.image(40, 20))
        view.frame.size = size
        view.contentMode = mode
        view.isUserInteractionEnabled = true
        var found: CGPoint?
        view.addGestureRecognizer(UIPanGestureRecognizer { found = $0.location(in: view) })
        let screen = try Screen(view)
        try screen.send(.drag(.began, at: ViewPoint(x: 0.25, y: 0.75), by: .zero), to: view)
        #expect(found == location)
    }

    @Test func `a gesture that the host does not end is cancelled before the next, and stray phases are ignored`()
        throws
    {
        let view = UIView()
        let heard = heard
        view.addGestureRecognizer(UIPanGestureRecognizer { heard.note($0) })
        let screen = try Screen(view)
        for phase in [ViewGesturePhase.changed, .ended, .cancelled, .began, .began, .cancelled, .changed, .ended] {
            try screen.send(.drag(phase, at: .zero, by: .zero), to: view)
        }
        #expect(heard.take() == ["began", "cancelled", "began", "cancelled"])
    }

    @Test func `values out of reach are brought within it`() throws {
        let view = UIView()
        let heard = heard
        view.addGestureRecognizer(
            UIPanGestureRecognizer { heard.note($0, "\(text($0.location(in: nil))) \(text($0.translation(in: nil)))") })
        view.addGestureRecognizer(UIPinchGestureRecognizer { heard.note($0, "\($0.scale)") })
        let screen = try Screen(view)
        let odd = ViewPoint(x: .nan, y: 1e300)
        try screen.send(.drag(.began, at: odd, by: odd), to: view)
        for scale in [-.infinity, .nan, 1e300] { try screen.send(.pinch(.began, at: odd, scale: scale), to: view) }
        #expect(
            heard.take().filter { $0.hasPrefix("began") } == [
                "began (0.0, 100.0) (0.0, 100.0)", "began 0.001", "began 0.001", "began 1000.0",
            ])
    }

    @Test func `a recognizer that is disabled or removed during its gesture cancels it once`() throws {
        let view = UIView()
        let heard = heard
        let pan = UIPanGestureRecognizer { pan in
            heard.note(pan)
            if pan.state == .changed { pan.isEnabled = false }
        }
        let pinch = UIPinchGestureRecognizer { heard.note($0) }
        for recognizer in [pan, pinch] { view.addGestureRecognizer(recognizer) }
        let screen = try Screen(view)
        for phase in [ViewGesturePhase.began, .changed, .ended] {
            try screen.send(.drag(phase, at: .zero, by: .zero), to: view)
        }
        #expect(heard.take() == ["began", "changed", "cancelled"] && pan.state == .possible)
        try screen.send(.pinch(.began, at: .zero, scale: 1), to: view)
        view.removeGestureRecognizer(pinch)
        try screen.send(.pinch(.ended, at: .zero, scale: 1), to: view)
        #expect(heard.take() == ["began", "cancelled"])
    }

    @Test func `a gesture ends on a view that it has hidden`() throws {
        let view = UIView()
        let heard = heard
        view.addGestureRecognizer(
            UILongPressGestureRecognizer { press in
                heard.note(press)
                view.isHidden = press.state == .began
            })
        let screen = try Screen(view)
        try screen.send(.hold(.began, at: .center), to: view)
        #expect(screen[view]?.flag(.isHidden) == true)
        try screen.send(.hold(.changed, at: .center), to: view)
        try screen.send(.hold(.ended, at: .center), to: view)
        #expect(heard.take() == ["began", "ended"] && screen[view]?.flag(.isHidden) == false)
    }

    // MARK: Touches of a control

    private static let touches: [(UIControl.Event, String)] = [
        (.touchDown, "down"), (.touchUpInside, "inside"), (.touchUpOutside, "outside"), (.touchCancel, "cancel"),
        (.primaryActionTriggered, "primary"),
    ]

    private func listen(to control: UIControl) {
        let heard = heard
        for (event, word) in Self.touches { control.addAction(UIAction { _ in heard.words.append(word) }, for: event) }
    }

    @Test(arguments: [
        ([ViewEvent.hold(.began, at: .center), .hold(.ended, at: .center)], ["down", "inside", "primary"]),
        ([.hold(.began, at: .center), .hold(.ended, at: ViewPoint(x: 1.1, y: 0))], ["down", "outside"]),
        ([.hold(.began, at: .center), .hold(.cancelled, at: .center)], ["down", "cancel"]),
        ([.activate], ["down", "inside", "primary"]),
        ([.hold(.began, at: .center), .hold(.began, at: .center)], ["down", "cancel", "down"]),
        ([.hold(.changed, at: .center), .hold(.ended, at: .center), .hold(.cancelled, at: .center)], []),
    ])
    func `a press of a button is reported from its beginning to its end`(_ events: [ViewEvent], _ words: [String])
        throws
    {
        let (button, control) = (UIButton(), UIControl())
        let screen = try Screen(UIStackView(arrangedSubviews: [button, control]))
        for pressed in [button, control] {
            listen(to: pressed)
            try screen.turn()
            #expect(screen[pressed]?.gestures == .hold && screen[pressed]?.holdDelay == 0)
            for event in events { try screen.send(event, to: pressed) }
            #expect(heard.take() == words)
        }
    }

    @Test func `a button without actions for touches is not held`() throws {
        let button = UIButton(primaryAction: UIAction { _ in })
        button.addAction(UIAction { _ in }, for: .touchUpInside)
        let screen = try Screen(button)
        #expect(screen[button]?[.gestures] == nil)
        let action = UIAction { _ in }
        button.addAction(action, for: .touchCancel)
        try screen.turn()
        #expect(screen[button]?.gestures == .hold)
        button.removeAction(action, for: .touchCancel)
        try screen.turn()
        #expect(screen[button]?[.gestures] == nil)
    }

    @Test func `a button that is disabled while it is pressed is cancelled`() throws {
        let button = UIButton()
        listen(to: button)
        button.addAction(UIAction { _ in button.isEnabled = false }, for: .touchDown)
        let screen = try Screen(button)
        try screen.send(.hold(.began, at: .center), to: button)
        #expect(button.isTracking)
        try screen.send(.hold(.ended, at: .center), to: button)
        #expect(heard.take() == ["down", "cancel"] && !button.isTracking)
    }

    @Test func `a button is selected by a press that ends inside of it`() throws {
        let button = UIButton()
        button.changesSelectionAsPrimaryAction = true
        listen(to: button)
        let screen = try Screen(button)
        for (end, isSelected) in [(ViewPoint(x: 2, y: 0), false), (.center, true)] {
            try screen.send(.hold(.began, at: .center), to: button)
            try screen.send(.hold(.ended, at: end), to: button)
            #expect(button.isSelected == isSelected)
        }
    }

    @Test func `a long press on a button is no press of it`() throws {
        let button = UIButton(primaryAction: UIAction { [heard] _ in heard.words.append("primary") })
        button.addGestureRecognizer(UILongPressGestureRecognizer { [heard] in heard.note($0) })
        let screen = try Screen(button)
        #expect(screen[button]?.gestures == .hold && screen[button]?.holdDelay == 0.5)
        try screen.send(.hold(.began, at: .center), to: button)
        try screen.send(.hold(.ended, at: .center), to: button)
        try screen.send(.activate, to: button)
        #expect(heard.take() == ["began", "ended", "primary"])
    }
}

private func text(_ point: CGPoint) -> String { "(\(point.x), \(point.y))" }
