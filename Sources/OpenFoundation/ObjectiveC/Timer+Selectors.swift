public import Foundation

extension Timer: SelectorTimerMaking {}

extension SelectorTimerMaking where Self: Timer {
    /// Makes a timer that calls a registered method with the timer as its argument, after it was added to a run loop.
    ///
    /// The timer keeps the target alive until it is invalidated or, if it does not repeat, has fired.
    ///
    /// - Parameters:
    ///   - timeInterval: the seconds until the first call, and between two calls.
    ///   - userInfo: a value for the method, which reads it in `userInfo` of the timer.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/timer/init(timeinterval:target:selector:userinfo:repeats:)
    ///
    /// ## Difference from Apple
    /// If the target has no such method, each call is reported on standard error; see ``ObjectiveCMembers``. A subclass
    /// of `Timer` cannot be made with a selector: the program ends with a message.
    public init(
        timeInterval: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) {
        self.init(
            fireAt: Date(timeIntervalSinceNow: max(timeInterval, 0.0001)), interval: timeInterval, target: aTarget,
            selector: aSelector, userInfo: userInfo, repeats: yesOrNo)
    }

    /// Makes a timer that calls a registered method at a date and, if it repeats, after intervals from then on.
    ///
    /// The other rules are those of ``init(timeInterval:target:selector:userInfo:repeats:)``.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/timer/init(fireat:interval:target:selector:userinfo:repeats:)
    ///
    /// ## Difference from Apple
    /// A subclass of `Timer` cannot be made with a selector: the program ends with a message.
    public init(
        fireAt date: Date, interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) {
        let timer = SelectorTimer(
            fire: date, interval: interval, target: target as AnyObject, selector: selector, userInfo: userInfo,
            repeats: repeats)
        precondition(
            Self.self == Timer.self, "A subclass of Timer cannot be made with a selector; make a Timer instead.")
        self = unsafeDowncast(timer, to: Self.self)  // `Self` is Timer, as was checked.
    }
}

extension Timer {
    /// Makes a timer that calls a registered method, and adds it to the run loop of the thread.
    ///
    /// The other rules are those of ``init(timeInterval:target:selector:userInfo:repeats:)``.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/timer/scheduledtimer(timeinterval:target:selector:userinfo:repeats:)
    @discardableResult
    public static func scheduledTimer(
        timeInterval: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) -> Timer {
        let timer = SelectorTimer(
            fire: Date(timeIntervalSinceNow: max(timeInterval, 0.0001)), interval: timeInterval,
            target: aTarget as AnyObject, selector: aSelector, userInfo: userInfo, repeats: yesOrNo)
        RunLoop.current.add(timer, forMode: .default)
        return timer
    }
}
