import CVipsShims

/// The bytes of a file that libvips has encoded, in memory of libvips, which is freed with this object.
package final class EncodedBytes: Sendable {
    /// The bytes.
    ///
    /// - Important: The pointer is valid only during the lifetime of this object.
    package nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // immutable, and never written to

    init?(owning start: UnsafeMutableRawPointer?, count: Int) {
        guard let start else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit { appex_vips_free(bytes.baseAddress) }
}
