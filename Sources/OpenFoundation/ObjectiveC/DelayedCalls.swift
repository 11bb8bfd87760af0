import Foundation
import Synchronization

/// The calls that were requested with a delay and have not begun.
final class DelayedCalls: Sendable {
    static let shared = DelayedCalls()

    private struct Call: @unchecked Sendable {  // Timers are made, fired and cancelled on the thread of their run loop.
        let selector: Selector
        let argument: AnyObject?
        let timer: Timer
    }

    private let calls = Mutex<[ObjectIdentifier: [Call]]>([:])

    /// Calls a method of an object after a time, on the run loop of this thread. The object is kept alive until then.
    func add(_ selector: Selector, _ argument: Any?, to target: AnyObject, after delay: TimeInterval) {
        let target = Target(target, argument)
        // Foundation's initializer with an interval makes a timer that fires at once.
        let date = Date(timeIntervalSinceNow: max(delay, 0))
        let timer = Timer(fire: date, interval: 0, repeats: false) { [self] timer in
            calls.withLock { calls in
                let kept = (calls[target.key] ?? []).filter { $0.timer !== timer }
                calls[target.key] = kept.isEmpty ? nil : kept
            }
            target.call(selector)
        }
        calls.withLock {
            $0[target.key, default: []].append(
                Call(selector: selector, argument: argument as AnyObject?, timer: timer))
        }
        RunLoop.current.add(timer, forMode: .default)
    }

    /// Cancels the calls of an object's methods.
    ///
    /// - Parameter selector: `nil` for all methods.
    /// - Parameter argument: the argument of the calls; it matters only if there is a selector.
    func cancel(of target: AnyObject, _ selector: Selector?, _ argument: AnyObject?) {
        let key = ObjectIdentifier(target)
        let cancelled: [Call] = calls.withLock { calls in
            let all = calls[key] ?? []
            let isCancelled = { (call: Call) in
                selector == nil || (call.selector == selector && Self.isSame(call.argument, argument))
            }
            let kept = all.filter { !isCancelled($0) }
            calls[key] = kept.isEmpty ? nil : kept
            return all.filter(isCancelled)
        }
        for call in cancelled { call.timer.invalidate() }
    }

    /// Whether something is stored for an object.
    func isStored(_ target: AnyObject) -> Bool { calls.withLock { $0[ObjectIdentifier(target)] != nil } }

    private static func isSame(_ one: AnyObject?, _ other: AnyObject?) -> Bool {
        one === other || (one as? NSObject).map { $0.isEqual(other) } == true
    }

    /// The object whose method is called, and the argument.
    private final class Target: @unchecked Sendable {  // It is used on the thread of the run loop.
        private let object: AnyObject
        private let argument: Any?
        let key: ObjectIdentifier

        init(_ object: AnyObject, _ argument: Any?) {
            (self.object, self.argument) = (object, argument)
            key = ObjectIdentifier(object)
        }

        func call(_ selector: Selector) { ObjectiveCMembers.send(selector, to: object, [argument]) }
    }
}
