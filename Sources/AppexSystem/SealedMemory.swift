import CAppexShims
import Glibc
package import SystemPackage

/// Immutable anonymous files, in which large values are sent to other processes without copying them through the socket.
package enum SealedMemory {
    /// Creates a sealed file with some content.
    ///
    /// - Throws: the kernel's error, in practice because there is no memory or descriptor left.
    package static func file(holding bytes: RawSpan) throws(Errno) -> Descriptor {
        let number = appex_memfd("appex", appex_mfd_cloexec | appex_mfd_allow_sealing | appex_mfd_noexec_seal)
        guard number >= 0 else { throw Errno(rawValue: -number) }
        let file = Descriptor(owning: number)
        let failure = bytes.withUnsafeBytes { buffer -> Errno? in
            var offset = 0
            while offset < buffer.count {
                let start = buffer.baseAddress?.advanced(by: offset)
                let written = retrying { write(number, start, buffer.count - offset) }
                guard written > 0 else { return written < 0 ? Errno.current : .noSpace }
                offset += written
            }
            return nil
        }
        if let failure { throw failure }
        let sealed = appex_add_seals(number, appex_seal_everything)
        guard sealed == 0 else { throw Errno(rawValue: -sealed) }
        return file
    }

    /// Whether `file` is a sealed memory file, whose content and size cannot change. Never blocks, whatever file system an
    /// untrusted file is on.
    package static func isSealed(_ file: borrowing Descriptor) -> Bool {
        let seals = appex_get_seals(file.rawValue)
        return seals >= 0 && seals & appex_seal_everything == appex_seal_everything
    }

    /// Reads a file whose descriptor an untrusted process has sent.
    ///
    /// Only regular files, which include memory files, are read. It uses pread(2), so that truncation in the meantime is an
    /// error and not a signal. It may block on a slow file system: a thread that must not block calls ``isSealed(_:)`` first.
    ///
    /// - Parameter limit: the maximum size of the file in bytes.
    /// - Throws: `.invalidArgument` if it is not a regular file open for reading; `.fileTooLarge` if it exceeds `limit`;
    ///   `.ioError` if the file has been truncated in the meantime.
    package static func read(_ file: borrowing Descriptor, limit: Int) throws(Errno) -> [UInt8] {
        let size = try file.receivedFileSize()
        guard size <= limit else { throw .fileTooLarge }
        var failure: Errno?
        let number = file.rawValue
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
