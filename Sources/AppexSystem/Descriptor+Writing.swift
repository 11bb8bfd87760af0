import Glibc
package import SystemPackage

extension Descriptor {
    /// Writes all bytes at the current offset. Blocks.
    ///
    /// - Throws: the kernel's error. Some of the bytes may have been written.
    package borrowing func writeAll(_ bytes: [UInt8]) throws(Errno) {
        let number = rawValue
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                retrying { Glibc.write(number, buffer.baseAddress?.advanced(by: written), bytes.count - written) }
            }
            guard count > 0 else { throw Errno.current }
            written += count
        }
    }
}
