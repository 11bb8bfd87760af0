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
    /// The handler is called when the value that ``object(forKey:)`` returns has become another one: after a change of this
    /// object's domain, of an added suite, of the domain of all programs, of registered defaults and of the search list itself.
    /// It is not called for the value at the beginning. Changes that follow each other quickly can be combined, and the last
    /// one is always told; other processes are looked at a hundred times a second at most.
    ///
    /// ## Difference from Apple
    /// It takes the place of key-value observing, which does not exist on Linux. Inside an extension, and where the limit of
    /// the system on watched folders is reached, a change of another process is told up to a quarter of a second late.
    ///
    /// - Parameter changeHandler: is called with the new value, or nil if there is none, on any thread and never on two threads
    ///   at once, possibly before this method returns. It may change values, invalidate the observation, and add others.
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
