package import AppexSystem
import Glibc
package import SystemPackage

extension FileDigest {
    /// The size of one read in bytes.
    private static let chunkBytes = 256 << 10

    /// Computes the digest of a file's content from its current position. Blocks.
    ///
    /// - Throws: the kernel's error.
    package init(of file: borrowing Descriptor) throws(Errno) {
        let number = file.rawValue
        var builder = Builder()
        var failure: Errno?
        withUnsafeTemporaryAllocation(byteCount: Self.chunkBytes, alignment: 16) { buffer in
            while true {
                let count = retrying { read(number, buffer.baseAddress, buffer.count) }
                if count < 0 { failure = Errno.current }
                guard count > 0 else { return }
                builder.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        if let failure { throw failure }
        self = builder.digest()
    }
}
