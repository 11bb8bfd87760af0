import Synchronization

/// How much memory this process has mapped to share with others: bounds it, and shows what leaks.
package enum SharedMemoryAccount {
    private static let mappingCount = Atomic<Int>(0)
    private static let byteCount = Atomic<Int>(0)

    /// The mappings that exist.
    package static var mappings: Int { mappingCount.load(ordering: .relaxed) }
    /// Their size in bytes.
    package static var bytes: Int { byteCount.load(ordering: .relaxed) }

    static func change(mappings: Int, bytes: Int) {
        mappingCount.add(mappings, ordering: .relaxed)
        byteCount.add(bytes, ordering: .relaxed)
    }
}
