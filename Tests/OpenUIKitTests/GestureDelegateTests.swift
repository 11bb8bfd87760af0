import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// A delegate with the answers of a test.
private final class Gatekeeper: NSObject, UIGestureRecognizerDelegate {
    var takesTouches = true
    var lets = true
    var asked: [UIView?] = []

    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        asked.append(touch.view)
        return takesTouches
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { lets }
}

/// Gestures that a delegate allows, and swipes.
@MainActor
@Suite struct GestureDelegateTests {
    @Test func `a delegate decides whether a tap is recognized`() throws {
        let (view, gatekeeper) = (UIView(), Gatekeeper())
        var taps = 0
        let tap = UITapGestureRecognizer { _ in taps += 1 }
        tap.delegate = gatekeeper
        view.addGestureRecognizer(tap)
        let screen = try Screen(view)
        gatekeeper.takesTouches = false
        try screen.send(.activate, to: view)
        (gatekeeper.takesTouches, gatekeeper.lets) = (true, false)
        try screen.send(.activate, to: view)
        #expect(taps == 0 && gatekeeper.asked == [view, view])
        gatekeeper.lets = true
        try screen.send(.activate, to: view)
        #expect(taps == 1)
    }

    @Test func `a drag that does not begin has no later phases`() throws {
        let (view, gatekeeper) = (UIView(), Gatekeeper())
        var states: [UIGestureRecognizer.State] = []
        let pan = UIPanGestureRecognizer { states.append($0.state) }
        pan.delegate = gatekeeper
        gatekeeper.lets = false
        view.addGestureRecognizer(pan)
        let screen = try Screen(view)
        for phase in [ViewGesturePhase.began, .changed, .ended] {
            try screen.send(.drag(phase, at: .center, by: .zero), to: view)
        }
        #expect(states.isEmpty && gatekeeper.asked == [view])
    }

    @Test(
        arguments: [
            (ViewPoint(x: 0.5, y: 0.1), .right), (ViewPoint(x: -0.5, y: 0.1), .left),
            (ViewPoint(x: 0.1, y: 0.5), .down),
            (ViewPoint(x: 0.1, y: -0.5), .up), (ViewPoint(x: 0.1, y: 0), nil), (.zero, nil),
            (ViewPoint(x: .nan, y: .infinity), nil), (ViewPoint(x: 0, y: 1e300), .down),
        ] as [(ViewPoint, UISwipeGestureRecognizer.Direction?)])
    func `a swipe has the direction of the movement`(
        _ movement: ViewPoint, _ direction: UISwipeGestureRecognizer.Direction?
    ) throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        var found: [UISwipeGestureRecognizer.Direction] = []
        for direction in [UISwipeGestureRecognizer.Direction.right, .left, .up, .down] {
            let swipe = UISwipeGestureRecognizer { _ in found.append(direction) }
            swipe.direction = direction
            view.addGestureRecognizer(swipe)
        }
        let screen = try Screen(view)
        try screen.send(.drag(.ended, at: .center, by: movement), to: view)
        #expect(found.isEmpty, "it has not begun")
        try screen.send(.drag(.began, at: .center, by: .zero), to: view)
        try screen.send(.drag(.changed, at: .center, by: movement), to: view)
        #expect(found.isEmpty, "the finger is still down")
        try screen.send(.drag(.ended, at: .center, by: movement), to: view)
        #expect(found == (direction.map { [$0] } ?? []))
    }
}
