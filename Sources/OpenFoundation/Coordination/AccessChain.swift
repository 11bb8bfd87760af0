import Glibc
import Synchronization

/// Identifies an access and the accesses that its accessor makes, one inside of the other. The broker finds by it that an
/// access would wait for itself.
struct AccessChain: Sendable {
    /// Unique in the process, and not 0.
    let number: UInt64
    /// The thread that runs the accessor. Tasks that the accessor begins run elsewhere, and are no part of the chain.
    private let thread: pthread_t

    @TaskLocal private static var running: AccessChain?
    private static let last = Atomic<UInt64>(0)

    /// The chain of the accessor that calls this function; a new one outside of accessors.
    static var current: AccessChain {
        if let running, running.thread == pthread_self() { return running }
        return AccessChain()
    }

    /// Begins a new chain.
    init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
        thread = pthread_self()
    }

    private init(_ number: UInt64) {
        self.number = number
        thread = pthread_self()
    }

    /// Runs an accessor on the calling thread.
    func run<Value>(_ accessor: () throws -> Value) rethrows -> Value {
        try Self.$running.withValue(AccessChain(number)) { try accessor() }
    }
}
