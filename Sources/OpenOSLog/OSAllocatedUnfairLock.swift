import Foundation

/// A lock that protects a value.
///
/// Source: https://developer.apple.com/documentation/os/osallocatedunfairlock
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {  // The state is used while the lock is held only.
    private final class Storage {
        let lock = NSLock()
        var state: State
        init(_ state: State) { self.state = state }
    }

    private let storage: Storage

    /// Makes a lock around a value that is used by the holder of the lock only.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Calls a function while the lock is held.
    ///
    /// - Parameter body: gets the value, which it can change. It does not use the lock.
    /// - Returns: the result of the function.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try storage.lock.withLock { try body(&storage.state) }
    }

    /// Calls a function while the lock is held.
    ///
    /// - Parameter body: gets the value, which it can change. It does not use the lock.
    /// - Returns: the result of the function.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Makes a lock around a value.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Makes a lock.
    public init() { self.init(uncheckedState: ()) }

    /// Calls a function while the lock is held.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked { _ in try body() }
    }

    /// Waits for the lock. The same thread releases it with ``unlock()``.
    public func lock() { storage.lock.lock() }

    /// Releases the lock.
    public func unlock() { storage.lock.unlock() }
}
