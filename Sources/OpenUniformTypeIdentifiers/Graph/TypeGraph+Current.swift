import Synchronization

extension TypeGraph {
    private static let shared = Mutex<TypeGraph>(.system)

    /// What every ``UTType`` of this process asks: the system's types and, where they are known, those of the device's
    /// apps.
    package static var current: TypeGraph { shared.withLock { $0 } }

    /// Sets what ``current`` is.
    package static func use(_ graph: TypeGraph) {
        shared.withLock { $0 = graph }
    }
}
