import AppexModel
import Foundation

extension UserDefaults {
    /// Observes the value of a key, whichever process changes it.
    ///
    /// ```swift
    /// let observation = defaults.observe(forKey: "draft") { draft in
    ///     print("The draft is now", draft as? String ?? "empty")
    /// }
    /// ```
    ///
    /// The handler is called when the value that ``object(forKey:)`` returns has changed: after a change of this object's
    /// domain, of an added suite, of the domain of all programs, of registered defaults or of the search list itself. It is not
    /// called for the initial value. Changes in quick succession can be combined, and the last one is always reported. Changes
    /// by other processes are looked for at most a hundred times a second.
    ///
    /// ## Difference from Apple
    /// This method replaces key-value observing, which does not exist on Linux. Inside an extension, and if the system's limit
    /// on watched folders is reached, a change by another process is reported up to a quarter of a second late.
    ///
    /// - Parameter changeHandler: called with the new value, or with nil if the key no longer has a value. It is called on any
    ///   thread, never on two threads at once, and possibly before this method returns. It may change values, invalidate the
    ///   observation, and add others.
    /// - Returns: the observation, which ends when it is released.
    public func observe(
        forKey defaultName: String, changeHandler: @escaping @Sendable (Any?) -> Void
    ) -> UserDefaultsObservation {
        let observer = DefaultsObserver(list, defaultName) { changeHandler($0.map(DefaultsValue.object)) }
        observer.begin()
        return UserDefaultsObservation(observer)
    }

    /// The value of a key, and then each other value that it gets, whichever process changes it.
    ///
    /// ```swift
    /// for await draft in defaults.values(forKey: "draft") {
    ///     label.text = draft as? String
    /// }
    /// ```
    ///
    /// Changes are found as with ``observe(forKey:changeHandler:)``. A slow reader gets the newest value only. The sequence ends
    /// when its task is cancelled.
    public func values(forKey defaultName: String) -> Values { Values(list: list, key: defaultName) }
}
