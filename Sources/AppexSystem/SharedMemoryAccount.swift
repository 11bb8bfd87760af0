import Synchronization

/// Counts the memory that this process shares with others, and the content that it holds of files that they have sent. It
/// enforces limits, and allows tests to find leaks.
package enum SharedMemoryAccount {
    private static let mappingCount = Atomic<Int>(0)
    private static let byteCount = Atomic<Int>(0)

    /// The number of existing mappings.
    package static var mappings: Int { mappingCount.load(ordering: .relaxed) }
    /// The total size of the existing mappings in bytes.
    package static var bytes: Int { byteCount.load(ordering: .relaxed) }

    /// Adds a mapping, unless the total size would exceed `limit`.
    ///
    /// - Parameter bytes: the size of the mapping.
    /// - Returns: whether it was added; if so, ``change(mappings:bytes:)`` has to subtract it again.
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
