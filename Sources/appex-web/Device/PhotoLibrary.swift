import AppexPages
import AppexPictures
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import OpenUniformTypeIdentifiers
import SystemPackage

/// The photographs of a folder, with the edits that extensions have returned. The folder's own files never change.
actor PhotoLibrary {
    /// A photograph, as the page shows it.
    struct Photo: Encodable, Sendable, Equatable {
        /// The file's name.
        let name: String
        /// The identifier of the shown version: ``PhotoLibrary/original`` or an edit. It is never reused.
        let version: String
        let canUndo: Bool
        let canRedo: Bool
    }

    /// The edits of one photograph.
    private struct Edits: Codable {
        /// The file names of the edits, oldest first.
        var versions: [String] = []
        /// The number of applied edits; the others have been undone.
        var shown = 0

        var shownVersion: String {
            versions.indices.contains(shown - 1) ? versions[shown - 1] : PhotoLibrary.original
        }
    }

    /// The version that is the original file. Edits have other names, with a filename extension.
    static let original = "original"

    private let folder: FilePath?
    private let edited: FilePath
    private let record: RecordFile
    private var edits: [String: Edits]

    /// Reads the records of edits.
    ///
    /// - Parameter folder: the folder of the photographs; nil for none.
    /// - Parameter store: the folder of the web device's files.
    /// - Throws: ``PageFailure`` if there is a record of edits that can neither be read nor be renamed.
    init(folder: FilePath?, store: FilePath) throws {
        self.folder = folder
        edited = store.appending("Photos")
        record = RecordFile("Photos.json", in: store)
        edits = try record.read() ?? [:]
    }

    /// Whether a folder was given.
    var hasFolder: Bool { folder != nil }

    /// All photographs, by name.
    func photos() -> [Photo] {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.string) } ?? []
        return names.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
            .lazy.filter { self.original($0) != nil }.prefix(WebLimits.photos).map(photo)
    }

    /// The file of an existing version, which is a regular file in the folder, whatever the name contains.
    ///
    /// - Parameter version: nil for the shown version.
    func file(of name: String, version: String? = nil) -> FilePath? {
        guard let original = original(name) else { return nil }
        let edits = edits[name] ?? Edits()
        let version = version ?? edits.shownVersion
        guard version != Self.original else { return original }
        return edits.versions.contains(version) ? edited.appending(version) : nil
    }

    /// Adds a picture as the photograph's newest version.
    ///
    /// - Parameter file: the picture, which is copied.
    /// - Throws: ``PageFailure`` if it is not a supported picture, or is too large.
    func add(_ file: FilePath, to name: String) throws -> Photo {
        guard original(name) != nil else { throw PageFailure("The photograph \(name) no longer exists.") }
        let bytes = try FileContent.prefix(of: file, limit: WebLimits.pictureBytes + 1)
        guard bytes.count <= WebLimits.pictureBytes else {
            throw PageFailure("The returned picture is too large.")
        }
        // Only kinds whose headers are read are accepted, because the browser allocates memory for the stated size.
        guard let kind = PictureKind(bytes), let header = ImageHeader(bytes) else {
            throw PageFailure("The extension returned neither a PNG nor a JPEG picture.")
        }
        guard header.fits(WebLimits.picturePixels) else {
            throw PageFailure("The returned picture has too many pixels: \(header.width) × \(header.height).")
        }
        try PrivateFolder.make(edited)
        let version = UUID().uuidString + "." + kind.rawValue
        try Data(bytes).write(to: URL(fileURLWithPath: edited.appending(version).string))
        var edits = edits[name] ?? Edits()
        var gone = Array(edits.versions[edits.shown...])
        edits.versions = edits.versions.prefix(edits.shown) + [version]
        if edits.versions.count > WebLimits.versions { gone.append(edits.versions.removeFirst()) }
        edits.shown = edits.versions.count
        try save(edits, of: name)
        for file in gone { try? FileManager.default.removeItem(atPath: edited.appending(file).string) }
        return photo(name)
    }

    /// Undoes or redoes an edit.
    ///
    /// - Parameter step: -1 to undo, 1 to redo.
    /// - Parameter version: the version that is expected to be shown; nil for any.
    /// - Throws: ``PageFailure`` if there is nothing to undo or redo, or a different version is shown.
    func step(_ step: Int, _ name: String, from version: String? = nil) throws -> Photo {
        guard version ?? photo(name).version == photo(name).version else {
            throw PageFailure("The photograph has been changed since.")
        }
        guard var edits = edits[name], (0...edits.versions.count).contains(edits.shown + step) else {
            throw PageFailure(step < 0 ? "There is nothing to undo." : "There is nothing to redo.")
        }
        edits.shown += step
        try save(edits, of: name)
        return photo(name)
    }

    private func save(_ edits: Edits, of name: String) throws {
        var all = self.edits
        all[name] = edits
        try record.write(all)
        self.edits = all
    }

    private func photo(_ name: String) -> Photo {
        let edits = edits[name] ?? Edits()
        return Photo(
            name: name, version: edits.shownVersion, canUndo: edits.shown > 0,
            canRedo: edits.shown < edits.versions.count)
    }

    /// The file in the folder with a name, if its filename extension is that of a picture.
    private func original(_ name: String) -> FilePath? {
        guard let folder, !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0"),
            name.utf8.count <= 255,
            PictureKind(fileName: name) != nil
        else { return nil }
        let path = folder.appending(name)
        var status = stat()
        guard lstat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return path
    }
}
