import CAppexShims
import Glibc
package import SystemPackage

/// A memory file that this process creates, and to which another process writes a result.
///
/// Its size is sealed, so that the other process, which is untrusted, cannot truncate it and thereby cause a signal here.
/// The other process can change the bytes at any time.
package final class ResultMemory: Sendable {
    /// The size in bytes.
    package let capacity: Int
    private let file: Descriptor

    /// Creates a file. Only pages that are written to take memory.
    ///
    /// - Parameter size: the size in bytes, at least 1.
    /// - Throws: the kernel's error, in practice because there is no memory or descriptor left.
    package init(size: Int) throws(Errno) {
        guard size > 0 else { throw .invalidArgument }
        let number = appex_memfd("appex", appex_mfd_cloexec | appex_mfd_allow_sealing | appex_mfd_noexec_seal)
        guard number >= 0 else { throw Errno(rawValue: -number) }
        file = Descriptor(owning: number)
        capacity = size
        guard ftruncate(number, off_t(size)) == 0 else { throw Errno.current }
        let sealed = appex_add_seals(number, appex_seal_size)
        guard sealed == 0 else { throw Errno(rawValue: -sealed) }
    }

    /// A descriptor of the file for the other process.
    ///
    /// - Throws: the kernel's error, in practice `.tooManyOpenFiles`.
    package func share() throws(Errno) -> Descriptor { try file.duplicate() }

    /// Maps the beginning of the file, copy-on-write.
    ///
    /// - Parameter size: the number of bytes, from 1 to ``capacity``.
    /// - Throws: `.noMemory` if this process has mapped too much; otherwise the kernel's error.
    package func map(size: Int) throws(Errno) -> MemoryMapping {
        try MemoryMapping(received: file, size: size)
    }

    /// Copies the beginning of the file.
    ///
    /// - Parameter size: the number of bytes, at most ``capacity``.
    /// - Throws: `.invalidArgument` if `size` exceeds ``capacity``; otherwise the kernel's error.
    package func read(size: Int) throws(Errno) -> [UInt8] {
        guard size <= capacity else { throw .invalidArgument }
        let number = file.rawValue
        var failure: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = retrying {
                    pread(number, buffer.baseAddress?.advanced(by: count), size - count, off_t(count))
                }
                if got <= 0 {
                    failure = got < 0 ? Errno.current : .ioError
                    break
                }
                count += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
