import AppexSystem
import Glibc
import SystemPackage

/// An open journal, and how far it has been read.
final class DefaultsJournal {
    /// The number in the name of the file.
    let number: Int
    let descriptor: Descriptor
    let isWritable: Bool
    /// How many bytes have been read.
    private(set) var offset = 0
    /// Whether the seal has been read. What comes after it does not count.
    private(set) var isSealed = false
    private var parser = JournalParser()

    /// The maximum size of a journal in bytes. It is reached only if merging fails for a long time.
    static let limit = 64 << 20
    /// The numbers that journals can have.
    private static let numbers = 1..<1 << 60
    /// The maximum number of journals of a domain. Processes that merge leave two, and three if one of them is killed.
    private static let journalLimit = 8
    private static let entryLimit = 64
    private static let pieceBytes = 64 << 10
    private static let firstPieceBytes = 4096

    /// Opens a journal for reading, and for writing if that is permitted.
    ///
    /// - Throws: the kernel's error; `.invalidArgument` if it is not a regular file, `.outOfRange` for a number that no
    ///   journal can have.
    init(_ number: Int, in folder: borrowing Descriptor, creating: Bool = false) throws(Errno) {
        guard Self.numbers.contains(number), let name = FilePath.Component("\(number)") else { throw .outOfRange }
        let flags = O_NOFOLLOW | O_NONBLOCK
        self.number = number
        do throws(Errno) {
            let flags = flags | O_RDWR | O_APPEND | (creating ? O_CREAT | O_EXCL : 0)
            descriptor = try Descriptor(opening: name, in: folder, flags, mode: 0o600)
            isWritable = true
        } catch {
            guard !creating, [.readOnlyFileSystem, .permissionDenied, .notPermitted].contains(error) else {
                throw error
            }
            descriptor = try Descriptor(opening: name, in: folder, flags | O_RDONLY)
            isWritable = false
        }
        guard try descriptor.status().st_mode & S_IFMT == S_IFREG else { throw .invalidArgument }
    }

    /// The numbers of the journals in a folder, in ascending order.
    ///
    /// - Throws: `.outOfRange` if the folder contains far more than journals; otherwise the kernel's error.
    static func numbers(in folder: borrowing Folder) throws(Errno) -> [Int] {
        let names = try folder.names(limit: entryLimit + 1)
        let found = names.compactMap { name in
            Int(name.string).flatMap { numbers.contains($0) && "\($0)" == name.string ? $0 : nil }
        }
        guard names.count <= entryLimit, found.count <= journalLimit else { throw .outOfRange }
        return found.sorted()
    }

    /// Reads what has been written since the last call.
    ///
    /// - Parameter body: is called with each change before the seal, as a record.
    func read(_ body: (JournalRecord) -> Void) {
        var size = Self.firstPieceBytes
        while !isSealed, offset < Self.limit + JournalFrame.limit {
            let (records, count) = withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
                let count = retrying { pread(descriptor.rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
                let records = count > 0 ? parser.records(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : []
                return (records, count)
            }
            guard count > 0 else { return }
            offset += count
            for record in records {
                if record.change == .seal { isSealed = true }
                if isSealed { return }
                body(record)
            }
            guard count == size else { return }
            size = Self.pieceBytes
        }
    }

    /// Whether a journal of ``limit`` has room for more bytes.
    func hasRoom(for count: Int) -> Bool { offset + count <= Self.limit }

    /// Appends a frame with one system call, so that the frames of several processes do not mix.
    ///
    /// - Throws: the kernel's error; `.noSpace` if a part of the frame has been written; `.fileTooLarge` beyond the size of files
    ///   that this process may write, where the kernel would end it.
    func append(_ frame: [UInt8]) throws(Errno) {
        guard Int64(try descriptor.status().st_size) <= FileContent.sizeLimit - Int64(frame.count) else {
            throw .fileTooLarge
        }
        let number = descriptor.rawValue
        let count = frame.withUnsafeBytes { bytes in retrying { write(number, bytes.baseAddress, bytes.count) } }
        guard count >= 0 else { throw .current }
        guard count == frame.count else { throw .noSpace }
    }

    /// Whether the file still has its name in a folder, and has not been shortened.
    func isIntact(in journals: FilePath) -> Bool {
        var named = stat()
        let path = journals.appending("\(number)")
        guard let status = try? descriptor.status(), path.withPlatformString({ lstat($0, &named) }) == 0 else {
            return false
        }
        return named.st_ino == status.st_ino && named.st_dev == status.st_dev && status.st_size >= offset
    }
}
