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
    /// The highest number of a journal, which no process reaches by merging.
    private static let highestNumber = 1 << 60
    private static let pieceBytes = 64 << 10
    private static let firstPieceBytes = 4096

    /// Opens a journal for reading, and for writing if that is permitted.
    ///
    /// - Throws: the kernel's error; `.invalidArgument` if it is not a regular file.
    init(_ number: Int, in folder: borrowing Descriptor, creating: Bool = false) throws(Errno) {
        guard let name = FilePath.Component("\(number)") else { throw .invalidArgument }
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
    static func numbers(in folder: borrowing Folder) throws(Errno) -> [Int] {
        try folder.names(limit: 1024).compactMap { name in
            Int(name.string).flatMap { (1..<highestNumber).contains($0) && "\($0)" == name.string ? $0 : nil }
        }.sorted()
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

    /// Appends a frame with one system call, so that the frames of several processes do not mix.
    ///
    /// - Throws: the kernel's error; `.noSpace` if a part of the frame has been written.
    func append(_ frame: [UInt8]) throws(Errno) {
        let number = descriptor.rawValue
        let count = frame.withUnsafeBytes { bytes in retrying { write(number, bytes.baseAddress, bytes.count) } }
        guard count >= 0 else { throw .current }
        guard count == frame.count else { throw .noSpace }
    }

    /// Whether the file still has a name, and has not been shortened.
    var isIntact: Bool {
        guard let status = try? descriptor.status() else { return false }
        return status.st_nlink > 0 && status.st_size >= offset
    }
}
