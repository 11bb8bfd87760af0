import Synchronization

/// How much memory this process has mapped to share with others, or holds of what they have sent: bounds it, and shows
/// what leaks.
package enum SharedMemoryAccount {
    private static let mappingCount = Atomic<Int>(0)
    private static let byteCount = Atomic<Int>(0)

    /// The mappings that exist.
    package static var mappings: Int { mappingCount.load(ordering: .relaxed) }
    /// Their size in bytes.
    package static var bytes: Int { byteCount.load(ordering: .relaxed) }

    /// Counts one more mapping, unless all of them would then be larger than `limit`.
    ///
    /// - Parameter bytes: its size.
    /// - Returns: whether there was room; if so, ``change(mappings:bytes:)`` takes it off again.
    static func add(bytes: Int, limit: Int) -> Bool {
        var current = byteCount.load(ordering: .relaxed)
        while bytes <= limit - current {
            let (exchanged, original) = byteCount.weakCompareExchange(
                expected: current, desired: current + bytes, ordering: .relaxed)
            if exchanged {
                mappingCount.add(1, ordering: .relaxed)
                return true
            }
            current = original
        }
        return false
    }

    static func change(mappings: Int, bytes: Int) {
        mappingCount.add(mappings, ordering: .relaxed)
        byteCount.add(bytes, ordering: .relaxed)
    }
}
