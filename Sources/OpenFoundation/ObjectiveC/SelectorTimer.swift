import Foundation
import Synchronization

/// A timer that calls a method of an object.
final class SelectorTimer: Timer {
    /// The object and its method.
    private struct Call: @unchecked Sendable {  // It is used on the thread of the run loop, as on Apple's systems.
        let target: AnyObject
        let selector: Selector
    }

    /// Keeps the target alive until the timer is invalid.
    private final class Box: Sendable {
        let call: Mutex<Call?>
        let isSingle: Bool

        init(_ call: Call, isSingle: Bool) {
            self.call = Mutex(call)
            self.isSingle = isSingle
        }

        func fire(_ timer: Timer) {
            guard let call = call.withLock({ $0 }) else { return }
            if isSingle { clear() }
            ObjectiveCMembers.send(call.selector, to: call.target, [timer])
        }

        func clear() { _ = call.withLock { $0.take() } }
    }

    private let box: Box
    private let info: Any?

    override var userInfo: Any? { info }

    /// - Parameter date: when the timer fires first.
    /// - Parameter interval: the seconds between two calls, if the timer repeats.
    init(
        fire date: Date, interval: TimeInterval, target: AnyObject, selector: Selector, userInfo: Any?, repeats: Bool
    ) {
        let box = Box(Call(target: target, selector: selector), isSingle: !repeats)
        self.box = box
        info = userInfo
        super.init(fire: date, interval: interval, repeats: repeats) { timer in box.fire(timer) }
    }

    override func invalidate() {
        super.invalidate()
        box.clear()
    }
}

/// Lets a timer be made as an object of a subclass.
///
/// An initializer in an extension of a class cannot return an object of a subclass; one in an extension of a protocol can.
public protocol SelectorTimerMaking {}
