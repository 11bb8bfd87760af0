import Foundation
import OpenUniformTypeIdentifiers

/// A file in a folder of its own below the process's ``TemporaryFolder``.
struct TemporaryFile: Sendable {
    let url: URL
    private let folder: URL

    /// - Parameter name: may come from another process; only a plain file name is taken from it.
    /// - Parameter typeIdentifier: what the file is; its name gets an extension that says so, unless it has one.
    init(named name: String?, _ typeIdentifier: String) throws {
        folder = try TemporaryFolder.shared.enter().appendingPathComponent(UUID().uuidString, isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            TemporaryFolder.shared.leave()
            throw error
        }
        url = folder.appendingPathComponent(Self.fileName(name, typeIdentifier), isDirectory: false)
    }

    /// Makes a file and fills it. When that fails nothing stays behind.
    static func make(named name: String?, _ typeIdentifier: String, _ fill: (URL) throws -> Void) throws
        -> TemporaryFile
    {
        let file = try TemporaryFile(named: name, typeIdentifier)
        do {
            try fill(file.url)
        } catch {
            file.remove()
            throw error
        }
        return file
    }

    static func fileName(_ name: String?, _ typeIdentifier: String) -> String {
        let plain = plainName(name) ?? "item"
        guard let type = UTType(typeIdentifier), let suffix = type.preferredFilenameExtension else { return plain }
        let own = (plain as NSString).pathExtension.lowercased()
        let isTrue =
            type.tags[.filenameExtension]?.contains(own) == true
            || UTType(filenameExtension: own)?.conforms(to: type) == true
        return isTrue ? plain : plain + "." + suffix
    }

    func remove() {
        // The folder may have been removed by whoever received the URL.
        try? FileManager.default.removeItem(at: folder)
        TemporaryFolder.shared.leave()
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
