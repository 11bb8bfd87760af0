import AppexProtocol
import AppexSystem
import Foundation
import SystemPackage
import OpenUniformTypeIdentifiers

/// What a load gave, before it is turned into what the caller wants.
enum LoadedContent: Sendable {
    case item(HeldItem)
    case data(Data)
    /// A file of this process, readable at least until the completion returns.
    case file(URL)
    /// A file of the other process, by descriptor.
    case received(ReceivedFile)

    /// The most that is read into memory at once. Larger things are for `loadFileRepresentation`.
    static let memoryLimit = 1 << 30

    func object() throws -> any NSSecureCoding {
        switch self {
        case .item(let held): held.item
        case .data(let data): data as NSData
        case .file(let url): url as NSURL
        case .received(let file): file.isData ? try file.data() as NSData : try file.materialize() as NSURL
        }
    }

    func data() throws -> Data {
        switch self {
        case .data(let data): return data
        case .file(let url): return try Data(contentsOf: url)
        case .received(let file): return try file.data()
        case .item(let held):
            switch held.item {
            // `as Data` would go byte by byte.
            case let data as NSData: return Data(bytes: data.bytes, count: data.length)
            case let string as NSString: return Data((string as String).utf8)
            case let url as NSURL:
                return url.isFileURL ? try Data(contentsOf: url as URL) : Data((url as URL).absoluteString.utf8)
            default:
                guard PropertyListSerialization.propertyList(held.item, isValidFor: .binary) else {
                    throw NSItemProvider.error(
                        .unavailableCoercionError, "A \(type(of: held.item)) cannot be turned into data.")
                }
                return try PropertyListSerialization.data(fromPropertyList: held.item, format: .binary, options: 0)
            }
        }
    }

    func temporaryFile(suggestedName: String?, typeIdentifier: String) throws -> TemporaryFile {
        let preferred = UTType(typeIdentifier)?.preferredFilenameExtension
        switch self {
        case .file(let url):
            return try TemporaryFile.make(named: suggestedName ?? url.lastPathComponent, extension: nil) {
                try FileManager.default.copyItem(at: url, to: $0)
            }
        case .received(let received):
            return try TemporaryFile.make(named: suggestedName ?? received.name, extension: preferred) {
                try received.copy(to: $0)
            }
        case .item, .data:
            return try TemporaryFile.make(named: suggestedName, extension: preferred) { try data().write(to: $0) }
        }
    }
}

/// A file in a folder of its own below the temporary directory.
struct TemporaryFile: Sendable {
    let url: URL
    private let folder: URL

    /// - Parameter name: may come from another process; only a plain file name is taken from it.
    init(named name: String?, extension fallback: String?) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "item-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        var plain = Self.plainName(name) ?? "item"
        if !plain.contains("."), let fallback { plain += "." + fallback }
        url = folder.appendingPathComponent(plain, isDirectory: false)
    }

    /// Makes a file and fills it. When that fails nothing stays behind.
    static func make(named name: String?, extension fallback: String?, _ fill: (URL) throws -> Void) throws
        -> TemporaryFile
    {
        let file = try TemporaryFile(named: name, extension: fallback)
        do {
            try fill(file.url)
        } catch {
            file.remove()
            throw error
        }
        return file
    }

    func remove() {
        // The folder may have been removed by whoever received the URL.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The last component of a hostile name, at most 200 bytes; nil when nothing usable is left.
    ///
    /// Leading dots go, since a hidden file such as `.profile` may mean something to somebody, and control
    /// characters become underlines, since names are shown on terminals.
    static func plainName(_ name: String?) -> String? {
        guard let last = name?.split(separator: "/", omittingEmptySubsequences: true).last else { return nil }
        var plain = String(
            String.UnicodeScalarView(last.unicodeScalars.map { isHarmless($0) ? $0 : "_" }).drop { $0 == "." })
        // The end is kept: the extension is there.
        while plain.utf8.count > 200 { plain.removeFirst() }
        return plain.isEmpty ? nil : plain
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

/// A file that the other process has opened for us.
final class ReceivedFile: Sendable {
    let name: String?
    /// Whether it stands for data rather than for a file of the sender.
    let isData: Bool
    private let descriptor: Descriptor
    private let session: ItemSession

    init(_ descriptor: consuming Descriptor, name: String?, isData: Bool, session: ItemSession) {
        self.descriptor = descriptor
        self.name = name
        self.isData = isData
        self.session = session
    }

    func data() throws -> Data {
        do {
            return Data(try SealedMemory.read(descriptor, limit: LoadedContent.memoryLimit))
        } catch {
            throw NSItemProvider.error(
                .itemUnavailableError, "The content that was sent cannot be read: \(error).", underlying: error)
        }
    }

    func copy(to url: URL) throws {
        do {
            try FileContent.copy(descriptor, to: FilePath(url.path))
        } catch {
            throw NSItemProvider.error(
                .itemUnavailableError, "The file that was sent cannot be copied: \(error).", underlying: error)
        }
    }

    /// A copy that stays until the session ends.
    func materialize() throws -> URL {
        let file = try TemporaryFile(named: name, extension: nil)
        session.keep(file)
        try copy(to: file.url)
        return file.url
    }

    /// A second descriptor, for passing the file on.
    func duplicate() throws -> DescriptorBag {
        DescriptorBag(try descriptor.duplicate())
    }
}
