import CAppexShims
import Glibc
package import SystemPackage

/// A memory file that is mapped into this process, or memory that holds a copy of a received file, for as long as this
/// object lives.
package final class MemoryMapping: Sendable {
    /// The bytes, which another process may be able to change at any time. Writing to those of a
    /// received file changes this mapping only.
    ///
    /// - Important: gone with this object; ``withBytes(_:)`` takes care of that.
    package nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // the address never changes

    /// Maps a new file of this process for writing.
    init(shared file: borrowing Descriptor, size: Int) throws(Errno) {
        bytes = try Self.map(file, size, MAP_SHARED)
        SharedMemoryAccount.change(mappings: 1, bytes: size)
    }

    /// The most that this process maps and copies of what others hand it, in bytes: they decide how much there is.
    package static let limit = 4 << 30

    /// Maps the first bytes of a received file, private and copied where it is written to.
    ///
    /// - Parameter size: at least 1.
    /// - Throws: `.invalidArgument` unless it is a memory file whose size cannot change any more (another
    ///   one could be cut short while we read, which is a signal) and that holds `size` bytes; `.noMemory` when
    ///   too much is mapped already.
    package convenience init(received file: borrowing Descriptor, size: Int) throws(Errno) {
        try self.init(received: file, size: size, kind: MAP_PRIVATE)
    }

    /// Maps the first bytes of a memory file that another process has made for this one to write to.
    ///
    /// - Parameter size: at least 1.
    /// - Throws: as ``init(received:size:)``.
    package convenience init(writable file: borrowing Descriptor, size: Int) throws(Errno) {
        try self.init(received: file, size: size, kind: MAP_SHARED)
    }

    private init(received file: borrowing Descriptor, size: Int, kind: CInt) throws(Errno) {
        let seals = appex_get_seals(file.rawValue)
        guard size > 0, seals >= 0, seals & appex_seal_size == appex_seal_size else { throw .invalidArgument }
        guard try file.receivedFileSize() >= size else { throw .invalidArgument }
        guard SharedMemoryAccount.add(bytes: size, limit: Self.limit) else { throw .noMemory }
        do throws(Errno) {
            bytes = try Self.map(file, size, kind)
        } catch {
            SharedMemoryAccount.change(mappings: -1, bytes: -size)
            throw error
        }
    }

    /// Copies a whole received file, by pread(2) and never through a mapping of it, so that a file which shrinks
    /// meanwhile is an error and not a signal. The holes of a file take no memory: a file may claim any size at no cost
    /// to whoever made it.
    ///
    /// - Parameter limit: the most bytes that the file may have.
    /// - Throws: `.invalidArgument` for anything but a regular file that is open for reading and has content,
    ///   `.fileTooLarge` above `limit`, `.noMemory` when too much is held already, `.ioError` when the file has been cut
    ///   short meanwhile.
    package init(copying file: borrowing Descriptor, limit: Int) throws(Errno) {
        let size = try file.receivedFileSize()
        guard size > 0 else { throw .invalidArgument }
        guard size <= limit else { throw .fileTooLarge }
        guard SharedMemoryAccount.add(bytes: size, limit: Self.limit) else { throw .noMemory }
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let address = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), address != MAP_FAILED else {
            SharedMemoryAccount.change(mappings: -1, bytes: -size)
            throw Errno.current
        }
        // From here on an error gives the memory back, by `deinit`.
        bytes = UnsafeMutableRawBufferPointer(start: address, count: size)
        let status = try file.status()
        // One byte in a large page would take all of it.
        if status.st_blocks * 512 < size { _ = madvise(address, size, MADV_NOHUGEPAGE) }
        var offset: off_t = 0
        while let data = FileContent.nextData(in: file.rawValue, after: offset, upTo: off_t(size)) {
            offset = data.lowerBound
            while offset < data.upperBound {
                let got = retrying {
                    pread(file.rawValue, address + Int(offset), Int(data.upperBound - offset), offset)
                }
                guard got > 0 else { throw got < 0 ? Errno.current : .ioError }
                offset += off_t(got)
            }
        }
        guard try file.status().st_size >= size else { throw .ioError }
    }

    /// All pages at once: one fault for each of them would cost more than the copy.
    private static func map(
        _ file: borrowing Descriptor, _ size: Int, _ kind: CInt
    ) throws(Errno) -> UnsafeMutableRawBufferPointer {
        let flags = kind == MAP_SHARED ? MAP_SHARED | MAP_POPULATE : MAP_PRIVATE
        guard let address = mmap(nil, size, PROT_READ | PROT_WRITE, flags, file.rawValue, 0), address != MAP_FAILED
        else { throw Errno.current }
        // For reading: populating a private mapping for writing would copy every page.
        if kind == MAP_PRIVATE { _ = madvise(address, size, appex_madvise_populate_read) }
        return UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    /// Lends the bytes, and stays until `body` has returned.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
        SharedMemoryAccount.change(mappings: -1, bytes: -bytes.count)
    }
}
