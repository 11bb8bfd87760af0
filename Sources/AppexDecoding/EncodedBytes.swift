import CVipsShims

/// The bytes of a file that libvips has written, in its memory, which is freed with this object.
package final class EncodedBytes: Sendable {
    /// The bytes.
    ///
    /// - Important: they are freed with this object.
    package nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // never changes, and nobody writes to it

    init?(owning start: UnsafeMutableRawPointer?, count: Int) {
        guard let start else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit { appex_vips_free(bytes.baseAddress) }
}
