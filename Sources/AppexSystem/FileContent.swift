import CAppexShims
import Glibc
package import SystemPackage

/// Reads and copies files whose size and kind are untrusted.
package enum FileContent {
    /// Reads the beginning of a regular file.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: `.invalidArgument` if it is not a regular file; otherwise the kernel's error.
    package static func prefix(of path: FilePath, limit: Int) throws(Errno) -> [UInt8] {
        // `O_NONBLOCK`, because opening a pipe without a writer would block.
        try prefix(of: Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY), limit: limit)
    }

    /// Reads a whole regular file, such as a resource of a bundle.
    ///
    /// - Parameters:
    ///   - path: the path of the file. Symbolic links are followed.
    ///   - limit: the maximum number of bytes.
    /// - Throws: `.invalidArgument` if it is not a regular file; `.fileTooLarge` if it has more bytes than the limit; otherwise
    ///   the kernel's error.
    package static func whole(at path: String, limit: Int) throws(Errno) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .invalidArgument }
        let bytes = try prefix(of: FilePath(path), limit: limit + 1)
        guard bytes.count <= limit else { throw .fileTooLarge }
        return bytes
    }

    /// Reads the beginning of a regular file that was opened with `O_NONBLOCK`.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: `.invalidArgument` if it is not a regular file; otherwise the kernel's error.
    package static func prefix(of file: borrowing Descriptor, limit: Int) throws(Errno) -> [UInt8] {
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

    /// Copies a file that another process has sent to a new file at `path`; see ``copy(_:into:counting:)``.
    ///
    /// - Throws: as ``copy(_:into:counting:)``; `.fileExists` if there is a file at `path`.
    package static func copy(
        _ source: borrowing Descriptor, to path: FilePath, counting step: CopyStep = { _ throws(Errno) in }
    ) throws(Errno) {
        _ = try copiedSize(of: source)
        let target = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        try copy(source, into: target, counting: step)
    }

    /// Is called with the number of bytes that a step of a copy has occupied, and ends the copy by throwing.
    package typealias CopyStep = (_ bytes: Int64) throws(Errno) -> Void

    /// The maximum number of bytes that a step of a copy writes.
    private static let stepBytes: off_t = 8 << 20

    /// Copies a file that another process has sent into an empty file.
    ///
    /// The kernel copies, or shares the content if the file system supports that. Holes are preserved, because a sparse
    /// file can have any size at no cost. If the file grows in the meantime, it is copied up to its initial size.
    ///
    /// - Parameter target: an empty file, open for writing.
    /// - Parameter step: is called after at most 8 MiB each, and at least once. Holes do not count.
    /// - Throws: `.invalidArgument` if the source is not a regular file open for reading; `.fileTooLarge` if it exceeds
    ///   ``sizeLimit``; `.ioError` if the file has been truncated in the meantime; the error of `step`; otherwise the
    ///   kernel's error.
    package static func copy(
        _ source: borrowing Descriptor, into target: borrowing Descriptor,
        counting step: CopyStep = { _ throws(Errno) in }
    ) throws(Errno) {
        let size = try copiedSize(of: source)
        let (from, to) = (source.rawValue, target.rawValue)
        try step(0)
        if appex_clone_content(from, to) == 0 { return try step(Int64(target.status().st_blocks) * 512) }
        var offset: off_t = 0
        while let data = nextData(in: from, after: offset, upTo: size) {
            offset = try copy(data, from, to, counting: step)
            guard offset == data.upperBound else { throw .ioError }
        }
        guard ftruncate(to, size) == 0 else { throw .current }
        guard try source.status().st_size >= size else { throw .ioError }
    }

    /// The size of a file that can be copied.
    private static func copiedSize(of source: borrowing Descriptor) throws(Errno) -> off_t {
        let size = off_t(try source.receivedFileSize())
        // The kernel would end the process when it exceeds the limit.
        guard size <= sizeLimit else { throw .fileTooLarge }
        return size
    }

    /// The maximum size of a file that this process can write, in bytes.
    package static var sizeLimit: Int64 {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
            ? Int64(clamping: limit.rlim_cur) : .max
    }

    /// The next range that is not a hole; everything if the file system does not support this.
    static func nextData(in file: CInt, after offset: off_t, upTo end: off_t) -> Range<off_t>? {
        guard offset < end else { return nil }
        let start = lseek(file, offset, appex_seek_data)
        if start < 0 { return errno == ENXIO ? nil : offset..<end }
        let hole = lseek(file, start, appex_seek_hole)
        guard start < end else { return nil }
        guard hole >= 0 else { return start..<end }
        // If another process has punched a hole there in the meantime, one page counts as data, so that the loop advances.
        return start..<min(max(hole, start + 4096), end)
    }

    /// - Returns: the offset up to which the range was copied.
    private static func copy(
        _ range: Range<off_t>, _ source: CInt, _ target: CInt, counting step: CopyStep
    ) throws(Errno) -> off_t {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = min(offset + stepBytes, range.upperBound)
            let copied = off_t(appex_copy_range(source, target, offset, end - offset))
            // 0 or an error: the kernel cannot copy between these two file systems, or not at all.
            let reached = copied > 0 ? offset + copied : try copyBytes(offset..<end, source, target)
            guard reached > offset else { return offset }
            try step(Int64(reached - offset))
            offset = reached
        }
        return offset
    }

    /// Copies a range through a buffer.
    private static func copyBytes(_ range: Range<off_t>, _ source: CInt, _ target: CInt) throws(Errno) -> off_t {
        var failure: Errno?
        var offset = range.lowerBound
        withUnsafeTemporaryAllocation(byteCount: 256 * 1024, alignment: 16) { buffer in
            while offset < range.upperBound, failure == nil {
                let wanted = min(buffer.count, Int(range.upperBound - offset))
                let got = retrying { pread(source, buffer.baseAddress, wanted, offset) }
                if got < 0 { failure = .current }
                guard got > 0 else { return }
                var written = 0
                while written < got {
                    let count = retrying {
                        pwrite(
                            target, buffer.baseAddress?.advanced(by: written), got - written, offset + off_t(written))
                    }
                    guard count > 0 else { return failure = .current }
                    written += count
                }
                offset += off_t(got)
            }
        }
        if let failure { throw failure }
        return offset
    }
}
