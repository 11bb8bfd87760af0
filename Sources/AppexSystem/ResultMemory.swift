import CAppexShims
import Glibc
package import SystemPackage

/// A memory file that this process makes and another one fills with a result.
///
/// Its size is fixed, so that the other process, which is not trusted, cannot make a read of it end in a signal. The
/// other process may change the bytes at any time.
package final class ResultMemory: Sendable {
    /// The size in bytes; at least what was asked for.
    package let capacity: Int
    private let file: Descriptor

    /// Makes a file, whose memory is used up only where it is written to.
    ///
    /// - Parameter size: in bytes, at least 1.
    /// - Throws: the kernel's error, in practice that memory or descriptors are used up.
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

    /// The file, for the process that fills it.
    ///
    /// - Throws: the kernel's error when there are no descriptors left.
    package func share() throws(Errno) -> Descriptor { try file.duplicate() }

    /// Maps the first bytes. What this process writes to them stays its own.
    ///
    /// - Parameter size: from 1 to ``capacity``.
    /// - Throws: `.noMemory` when this process has mapped too much already, or the kernel's error.
    package func map(size: Int) throws(Errno) -> MemoryMapping {
        try MemoryMapping(received: file, size: size)
    }

    /// Reads the first bytes, which stay as they are then.
    ///
    /// - Parameter size: up to ``capacity``.
    /// - Throws: the kernel's error.
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
