import CAppexShims
import Glibc
package import SystemPackage

/// Bytes in an anonymous file that nobody can change any more: how large values cross a process
/// boundary without a copy through the socket.
package enum SealedMemory {
    /// Puts bytes into a new sealed file.
    ///
    /// - Throws: The kernel's error, in practice that memory or descriptors are used up.
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

    /// Whether nobody can change the bytes or the size of `file` any more. False for everything but a
    /// sealed memory file, and never waits, whatever file system a hostile peer's file is on.
    package static func isSealed(_ file: borrowing Descriptor) -> Bool {
        let seals = appex_get_seals(file.rawValue)
        return seals >= 0 && seals & appex_seal_everything == appex_seal_everything
    }

    /// Reads a whole received file, whatever kind of file a hostile peer has sent.
    ///
    /// Only regular files (a sealed memory file is one) are read, by pread(2) and never through a
    /// mapping, so that a file which shrinks meanwhile is an error and not a signal. May wait for
    /// the file system, so a thread that must not wait asks ``isSealed(_:)`` first.
    ///
    /// - Throws: `.invalidArgument` for anything but a regular file open for reading, `.fileTooLarge` above
    ///   `limit`, `.ioError` when the file has been cut short meanwhile.
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
