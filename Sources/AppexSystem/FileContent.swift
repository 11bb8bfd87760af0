import CAppexShims
import Glibc
package import SystemPackage

/// Reading and copying the content of files, without trust in their size or kind.
package enum FileContent {
    /// The first bytes of a regular file, all of it when it is shorter than `limit`.
    ///
    /// - Throws: `.invalidArgument` for anything but a regular file, or the kernel's error.
    package static func prefix(of path: FilePath, limit: Int) throws(Errno) -> [UInt8] {
        // A pipe without a writer must not keep the caller waiting.
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .invalidArgument }
        var failure: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: min(limit, Int(status.st_size))) { buffer, count in
            while count < buffer.count {
                let got = retrying {
                    read(file.rawValue, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                }
                if got < 0 { failure = Errno.current }
                guard got > 0 else { return }
                count += got
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Copies what another process has sent as a file, from its start, into a new file at `path`.
    ///
    /// A file that grows meanwhile is copied up to the size it had at the beginning. Holes stay holes: a file
    /// may claim any size at no cost to whoever made it.
    ///
    /// - Throws: `.invalidArgument` for anything but a regular file open for reading, `.fileExists` when there is
    ///   something at `path`, `.ioError` when the file has been cut short meanwhile, or the kernel's error.
    package static func copy(_ source: borrowing Descriptor, to path: FilePath) throws(Errno) {
        let size = off_t(try source.receivedFileSize())
        let target = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        let (from, to) = (source.rawValue, target.rawValue)
        let failure = withUnsafeTemporaryAllocation(byteCount: 256 * 1024, alignment: 16) { buffer -> Errno? in
            var offset: off_t = 0
            while let next = nextData(of: from, at: offset), next < size {
                let wanted = min(buffer.count, Int(size - next))
                let got = retrying { pread(from, buffer.baseAddress, wanted, next) }
                if got < 0 { return Errno.current }
                if got == 0 { return .ioError }
                var written = 0
                while written < got {
                    let count = retrying {
                        pwrite(to, buffer.baseAddress?.advanced(by: written), got - written, next + off_t(written))
                    }
                    guard count > 0 else { return Errno.current }
                    written += count
                }
                offset = next + off_t(got)
            }
            return offset < size && ftruncate(to, size) != 0 ? Errno.current : nil
        }
        if let failure { throw failure }
        guard try source.status().st_size >= size else { throw .ioError }
    }

    /// Where the next bytes of a file are that are no hole; nil when there are none.
    private static func nextData(of file: CInt, at offset: off_t) -> off_t? {
        let next = lseek(file, offset, appex_seek_data)
        if next >= 0 { return next }
        // A file system that knows nothing of holes: all is data.
        return Glibc.errno == ENXIO ? nil : offset
    }
}
