import AppexModel
import Foundation
import OpenUniformTypeIdentifiers

/// A file in a folder of its own below the process's ``TemporaryFolder``.
package struct TemporaryFile: Sendable {
    /// The file.
    package let url: URL
    private let folder: URL

    /// Creates the folder, and chooses the name of the file.
    ///
    /// - Parameter name: the suggested name, which may come from another process. Only its last component is used.
    /// - Parameter typeIdentifier: the type of the file. Its filename extension is added unless the name has a matching one.
    /// - Throws: a file system error.
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

    /// Creates a file and fills it. If that fails, the file is removed.
    ///
    /// - Throws: a file system error; the error of `fill`.
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

    /// Removes the file and its folder.
    package func remove() {
        // The receiver of the URL may have removed the folder.
        try? FileManager.default.removeItem(at: folder)
        TemporaryFolder.shared.leave()
    }

    /// The last component of an untrusted name, at most 200 bytes; nil if it is empty.
    ///
    /// Leading dots are removed, because hidden files such as `.profile` can have a special meaning. Control characters
    /// are replaced by underscores, because names are displayed in terminals.
    static func plainName(_ name: String?) -> String? {
        guard let last = name?.parts(at: "/").last else { return nil }
        var plain = String(
            String.UnicodeScalarView(last.unicodeScalars.map { isHarmless($0) ? $0 : "_" }).drop { $0 == "." })
        // The end is kept, because it contains the filename extension.
        while plain.utf8.count > 200 { plain.unicodeScalars.removeFirst() }
        return plain.isEmpty ? nil : plain
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
