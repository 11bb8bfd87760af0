import AppexProtocol
import AppexSystem
import Foundation
import SystemPackage

/// The result of a load, before it is converted to what the caller requests.
enum LoadedContent: Sendable {
    case item(Held<any NSSecureCoding>)
    case data(Data)
    /// A file of this process. If `stays` is false, it exists only until the completion handler returns.
    case file(URL, stays: Bool)
    /// A file of the other process, as a descriptor.
    case received(ReceivedFile)
    /// An archived object of the other process, which is only unarchived as a class that the caller names.
    case archived(ObjectDescription)

    /// The maximum size of content that is read into memory, in bytes. Larger content can be loaded as a file.
    static let memoryLimit = 1 << 30

    /// Converts the result of a load handler for an item.
    ///
    /// - Throws: an error if a picture cannot be encoded.
    init(_ item: any NSSecureCoding, _ typeIdentifier: String, _ form: SessionInterface.Load.Form) throws {
        let item = OpenFoundation.object(standingFor: item)
        if form != .item, let url = item as? NSURL, url.isFileURL {
            self = .file(url as URL, stays: true)
        } else if form != .item, let picture = item as? any ItemPicture {
            self = .data(try ItemPictures.data(of: picture, as: typeIdentifier))
        } else {
            self = .item(Held(item))
        }
    }

    /// The stored object.
    ///
    /// - Parameter keep: receives a temporary copy that the returned URL refers to, and has to keep it.
    /// - Throws: ``NSItemProvider/ErrorCode/unexpectedValueClassError`` for an archived object; a file system error.
    func object(named suggestedName: String?, _ type: String, keep: (TemporaryFile) -> Void) throws
        -> any NSSecureCoding
    {
        switch self {
        case .item(let held): return held.value
        case .data(let data): return data as NSData
        case .file(let url, stays: true): return url as NSURL
        case .received(let file) where file.isData: return try file.data() as NSData
        case .received(let file) where file.kind == .picture:
            let data = try file.data()
            return ItemPictures.shared?.picture(encoded: data) ?? data as NSData
        case .file, .received:
            let copy = try temporaryFile(suggestedName: suggestedName, typeIdentifier: type)
            keep(copy)
            return copy.url as NSURL
        case .archived(let object):
            throw NSItemProvider.error(
                .unexpectedValueClassError,
                "The item is a \(object.className); load it by its class, with loadItem(_:forTypeIdentifier:).")
        }
    }

    func data() throws -> Data {
        switch self {
        case .data(let data): return data
        case .file(let url, _) where NSItemProvider.isFolder(url):
            let archive = try FolderArchive.make(of: url)
            defer { archive.remove() }
            return try Self.content(of: archive.url)
        case .file(let url, _): return try Self.content(of: url)
        case .received(let file): return try file.data()
        case .item(let held): return try Self.data(of: held.value)
        case .archived(let object): throw Self.hasNoData(object.className)
        }
    }

    private static func data(of item: any NSSecureCoding) throws -> Data {
        switch item {
        case let data as NSData: return data.copied
        case let string as NSString: return Data((string as String).utf8)
        case let text as NSAttributedString: return Data(text.string.utf8)
        case let url as NSURL:
            return url.isFileURL ? try content(of: url as URL) : Data((url as URL).absoluteString.utf8)
        default:
            guard PropertyListSerialization.propertyList(item, isValidFor: .binary) else {
                throw hasNoData("\(type(of: item))")
            }
            return try PropertyListSerialization.data(fromPropertyList: item, format: .binary, options: 0)
        }
    }

    private static func content(of file: URL) throws -> Data {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        guard size <= memoryLimit else {
            throw NSItemProvider.error(
                .itemUnavailableError,
                "\(file.lastPathComponent) has \(size) bytes, and at most 1 GiB is loaded into memory; load it as a file."
            )
        }
        return try Data(contentsOf: file)
    }

    private static func hasNoData(_ name: String) -> NSError {
        NSItemProvider.error(.unavailableCoercionError, "A \(name) cannot be turned into data.")
    }

    /// Copies the content to a temporary file.
    ///
    /// - Parameter isCancelled: whether to end the copying of a file of the other process.
    func temporaryFile(
        suggestedName: String?, typeIdentifier: String, isCancelled: () -> Bool = { false }
    ) throws -> TemporaryFile {
        switch self {
        case .file(let url, _):
            return try TemporaryFile.make(named: suggestedName ?? url.lastPathComponent, typeIdentifier) {
                try FileManager.default.copyItem(at: url, to: $0)
            }
        case .received(let received):
            return try TemporaryFile.make(named: suggestedName ?? received.name, typeIdentifier) {
                try received.copy(to: $0, isCancelled)
            }
        case .item, .data, .archived:
            return try TemporaryFile.make(named: suggestedName, typeIdentifier) { try data().write(to: $0) }
        }
    }
}

/// A file that the other process has opened and sent.
final class ReceivedFile: Sendable {
    let name: String?
    /// The kind of content. A folder is sent as an archive.
    let kind: SessionInterface.FileKind
    private let descriptor: Descriptor

    /// Never waits for the file system, because it is called on the thread that receives the messages of all sessions.
    ///
    /// - Throws: `.invalidArgument` unless the descriptor is a regular file that is open for reading. A folder or a socket
    ///   would allow more than reading to every process that the file is passed on to.
    init(_ descriptor: consuming Descriptor, name: String?, _ kind: SessionInterface.FileKind) throws(Errno) {
        try descriptor.checkReceivedFile()
        self.descriptor = descriptor
        self.name = name
        self.kind = kind
    }

    var isData: Bool { kind == .data }

    /// The maximum size, in bytes, of data that are copied to the heap. Larger data are copied to mapped memory.
    private static let shortData = 64 * 1024

    /// The content. The total size of such data that this process holds is bounded by ``MemoryMapping/limit``. The holes
    /// of a sparse file take no memory.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/itemUnavailableError`` if the content is too large or cannot be read.
    func data() throws -> Data {
        do {
            guard try descriptor.receivedFileSize() > Self.shortData else {
                return Data(try SealedMemory.read(descriptor, limit: Self.shortData))
            }
            let copy = try MemoryMapping(copying: descriptor, limit: LoadedContent.memoryLimit)
            guard let address = copy.bytes.baseAddress else { return Data() }
            return Data(
                bytesNoCopy: address, count: copy.bytes.count,
                deallocator: .custom { _, _ in withExtendedLifetime(copy) {} })
        } catch Errno.noMemory {
            throw NSItemProvider.error(
                .itemUnavailableError,
                "This process holds too much content of other processes; release some, or load the content as a file.",
                underlying: Errno.noMemory)
        } catch Errno.fileTooLarge {
            let size = (try? descriptor.status().st_size) ?? 0
            throw NSItemProvider.error(
                .itemUnavailableError,
                "The content that was sent has \(size) bytes, and at most 1 GiB is loaded into memory; load it as a file.",
                underlying: Errno.fileTooLarge)
        } catch {
            throw NSItemProvider.error(
                .itemUnavailableError, "The content that was sent cannot be read: \(error).", underlying: error)
        }
    }

    /// - Parameter isCancelled: whether to end the copying of a file.
    /// - Throws: ``NSItemProvider/ErrorCode/itemUnavailableError``.
    func copy(to url: URL, _ isCancelled: () -> Bool) throws {
        do {
            if kind == .folder { return try FolderArchive.unpack(descriptor, to: url, isCancelled: isCancelled) }
            try FileContent.copy(descriptor, to: FilePath(url.path)) { _ throws(Errno) in
                if isCancelled() { throw .canceled }
            }
        } catch Errno.fileTooLarge {
            let size = (try? descriptor.status().st_size) ?? 0
            throw NSItemProvider.error(
                .itemUnavailableError,
                "The file that was sent has \(size) bytes, and this process can write at most \(FileContent.sizeLimit) to a file; open it in place.",
                underlying: Errno.fileTooLarge)
        } catch {
            throw NSItemProvider.error(
                .itemUnavailableError, "The file that was sent cannot be copied: \(error).", underlying: error)
        }
    }

    /// The size of the file in bytes, holes included.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/itemUnavailableError`` if it cannot be examined.
    func size() throws -> Int {
        do { return try descriptor.receivedFileSize() } catch {
            throw NSItemProvider.error(
                .itemUnavailableError, "The file that was sent cannot be read: \(error).", underlying: error)
        }
    }

    /// A duplicate of the descriptor, for passing the file on.
    func duplicate() throws -> DescriptorBag {
        DescriptorBag(try descriptor.duplicate())
    }
}
