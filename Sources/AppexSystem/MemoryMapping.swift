import CAppexShims
import Glibc
package import SystemPackage

/// A memory file that is mapped into this process, for as long as this object lives.
package final class MemoryMapping: Sendable {
    /// The bytes, which another process may be able to change at any time. Writing to those of a
    /// received file changes this mapping only.
    ///
    /// - Important: gone with this object; ``withBytes(_:)`` takes care of that.
    package nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // the address never changes

    /// Maps a new file of this process for writing.
    init(shared file: borrowing Descriptor, size: Int) throws(Errno) {
        bytes = try Self.map(file, size, MAP_SHARED)
    }

    /// Maps the first bytes of a memory file that another process has made for this one to write to.
    ///
    /// - Parameter size: at least 1.
    /// - Throws: as ``init(received:size:)``.
    package init(writable file: borrowing Descriptor, size: Int) throws(Errno) {
        try Self.check(file, size)
        bytes = try Self.map(file, size, MAP_SHARED)
    }

    /// The most that this process maps of what others hand it, in bytes: they decide how much there is.
    private static let limit = 4 << 30

    /// Maps the first bytes of a received file, private and copied where it is written to.
    ///
    /// - Parameter size: at least 1.
    /// - Throws: `.invalidArgument` unless it is a memory file whose size cannot change any more (another
    ///   one could be cut short while we read, which is a signal) and that holds `size` bytes; `.noMemory` when
    ///   too much is mapped already.
    package init(received file: borrowing Descriptor, size: Int) throws(Errno) {
        try Self.check(file, size)
        bytes = try Self.map(file, size, MAP_PRIVATE)
    }

    private static func check(_ file: borrowing Descriptor, _ size: Int) throws(Errno) {
        let seals = appex_get_seals(file.rawValue)
        guard size > 0, seals >= 0, seals & appex_seal_size == appex_seal_size else { throw .invalidArgument }
        guard try file.receivedFileSize() >= size else { throw .invalidArgument }
        guard size <= limit - SharedMemoryAccount.bytes else { throw .noMemory }
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
        SharedMemoryAccount.change(mappings: 1, bytes: size)
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
