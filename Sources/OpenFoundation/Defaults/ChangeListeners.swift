import Synchronization

/// What is called when something has changed. May be used from any thread.
final class ChangeListeners: Sendable {
    private let bodies = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// Whether nothing is called.
    var isEmpty: Bool { bodies.withLock { $0.isEmpty } }

    /// Calls `body` after each change, once for each owner, until ``remove(_:)``.
    func add(_ owner: AnyObject, _ body: @escaping @Sendable () -> Void) {
        bodies.withLock { $0[ObjectIdentifier(owner)] = body }
    }

    /// Ends the calls for an owner. One that is under way is not waited for.
    func remove(_ owner: AnyObject) {
        // What it captures is released outside the lock.
        let removed = bodies.withLock { $0.removeValue(forKey: ObjectIdentifier(owner)) }
        withExtendedLifetime(removed) {}
    }

    /// Calls each listener on the current thread.
    func tell() {
        for body in bodies.withLock({ $0.isEmpty ? [] : Array($0.values) }) { body() }
    }
}
