/// The observation of a key, which ends when this object is released or invalidated; see
/// ``UserDefaults/observe(forKey:changeHandler:)``.
public final class UserDefaultsObservation: Sendable {
    private let observer: DefaultsObserver

    init(_ observer: DefaultsObserver) {
        self.observer = observer
    }

    deinit { observer.end() }

    /// Ends the observation. May be called from any thread, and from the handler. A call of the handler that is under way on
    /// another thread is not waited for.
    public func invalidate() { observer.end() }
}
