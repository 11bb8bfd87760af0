import CAppexShims
import Glibc
package import SystemPackage

/// A mapped memory file, or memory with a copy of a received file. It is unmapped when the object is released.
package final class MemoryMapping: Sendable {
    /// The mapped bytes. Another process may be able to change them at any time. Writing to a received file changes only
    /// this mapping.
    ///
    /// - Important: The pointer is valid only during the lifetime of this object; see ``withBytes(_:)``.
    package nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // the address never changes

    /// Maps a new file of this process for writing.
    init(shared file: borrowing Descriptor, size: Int) throws(Errno) {
        bytes = try Self.map(file, size, MAP_SHARED)
        SharedMemoryAccount.change(mappings: 1, bytes: size)
    }

    /// The maximum total size of received files that this process maps and copies, in bytes.
    package static let limit = 4 << 30

    /// Maps the beginning of a received file, copy-on-write.
    ///
    /// - Parameter size: the number of bytes, at least 1.
    /// - Throws: `.invalidArgument` unless it is a memory file of at least `size` bytes whose size is sealed (accessing a
    ///   mapping of a truncated file causes a signal); `.noMemory` if ``limit`` would be exceeded.
    package convenience init(received file: borrowing Descriptor, size: Int) throws(Errno) {
        try self.init(received: file, size: size, kind: MAP_PRIVATE)
    }

    /// Maps the beginning of a memory file that another process has created for this one to write to.
    ///
    /// - Parameter size: the number of bytes, at least 1.
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

    /// Copies a received file.
    ///
    /// It is read with pread(2), so that truncation in the meantime is an error and not a signal. The holes of a sparse file
    /// take no memory, because such a file can have any size at no cost.
    ///
    /// - Parameter limit: the maximum size of the file in bytes.
    /// - Throws: `.invalidArgument` if it is not a regular file open for reading, or is empty; `.fileTooLarge` if it exceeds
    ///   `limit`; `.noMemory` if ``limit-swift.type.property`` would be exceeded; `.ioError` if the file has been truncated
    ///   in the meantime.
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
        // From here on `deinit` releases the memory after an error.
        bytes = UnsafeMutableRawBufferPointer(start: address, count: size)
        let status = try file.status()
        // In a sparse file, a huge page would be allocated for a single byte.
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

    /// Maps a file and populates all pages, because separate page faults would cost more than the copy.
    private static func map(
        _ file: borrowing Descriptor, _ size: Int, _ kind: CInt
    ) throws(Errno) -> UnsafeMutableRawBufferPointer {
        let flags = kind == MAP_SHARED ? MAP_SHARED | MAP_POPULATE : MAP_PRIVATE
        guard let address = mmap(nil, size, PROT_READ | PROT_WRITE, flags, file.rawValue, 0), address != MAP_FAILED
        else { throw Errno.current }
        // Populated for reading, because populating a private mapping for writing would copy every page.
        if kind == MAP_PRIVATE { _ = madvise(address, size, appex_madvise_populate_read) }
        return UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    /// Calls `body` with the bytes, and keeps this object alive until it has returned.
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
