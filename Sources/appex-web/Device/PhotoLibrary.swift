import AppexModel
import AppexPages
import AppexPictures
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import OpenUniformTypeIdentifiers
import SystemPackage

/// The photographs of a folder, with the versions that extensions have made of them. The folder's own files never change, and
/// pictures that extensions have made of several are added.
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

    /// The version that is the original file. Edits have other names, with a filename extension.
    static let original = "original"

    private let folder: FilePath?
    private let place: PhotoEditPlace

    /// - Parameter folder: the folder of the photographs; nil for none.
    /// - Parameter place: where their edits are kept.
    init(folder: FilePath?, edits place: PhotoEditPlace) {
        self.folder = folder
        self.place = place
    }

    /// Whether a folder was given.
    var hasFolder: Bool { folder != nil }

    /// All photographs, by name.
    func photos() -> [Photo] {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.string) } ?? []
        return names.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
            .lazy.filter { self.original($0) != nil }.prefix(WebLimits.photos).map { name in
                // A photograph whose edits cannot be read is shown; an attempt to edit it reports the reason.
                (try? self.open(name)).map { Self.photo(name, $0) }
                    ?? Photo(name: name, version: Self.original, canUndo: false, canRedo: false)
            }
    }

    /// The file of an existing version, which is a regular file, whatever the name contains.
    ///
    /// - Parameter version: nil for the shown version.
    /// - Returns: nil if it does not exist, or the edits cannot be read.
    func file(of name: String, version: String? = nil) -> FilePath? {
        guard let original = original(name) else { return nil }
        guard version != Self.original else { return original }
        guard let photo = try? open(name) else { return nil }
        guard let version else { return photo.current.map { FilePath($0.rendition.path) } ?? original }
        return photo.versions.first { $0.identifier == version }.map { FilePath($0.rendition.path) }
    }

    /// The shown version, for a photo editing extension.
    ///
    /// - Throws: ``PageFailure`` if the photograph no longer exists; ``PhotoEditingError``.
    func editable(_ name: String) throws -> EditablePhoto { try open(name).editable }

    /// Adds a picture as the photograph's newest version.
    ///
    /// - Parameter file: the picture, which is copied.
    /// - Parameter editor: the bundle identifier of the extension that made it.
    /// - Throws: ``PageFailure`` if it is not a supported picture, or is too large; ``PhotoEditingError``.
    func add(_ file: FilePath, to name: String, by editor: String) throws -> Photo {
        try change(name) { photo in
            let kind = try Self.check(file)
            try photo.keep(
                rendition: URL(fileURLWithPath: file.string), contentType: kind == .png ? .png : .jpeg, by: editor)
        }
    }

    /// Adds a picture as a photograph of its own, whose file is new.
    ///
    /// - Parameter file: the picture, which is copied.
    /// - Parameter suggested: the name that the extension suggests, which is untrusted.
    /// - Returns: the name of the photograph.
    /// - Throws: ``PageFailure`` if there is no folder, or the folder cannot be written; as ``add(_:to:by:)``.
    func add(_ file: FilePath, named suggested: String) throws -> String {
        guard let folder else { throw PageFailure("There is no folder for the new picture.") }
        let suffix = try Self.check(file) == .png ? "png" : "jpg"
        let ending = [".png", ".jpg", ".jpeg"].first { suggested.ends(with: $0) } ?? ""
        let base = String(suggested.unicodeScalars.dropLast(ending.utf8.count))
        let letters = base.unicodeScalars.filter {
            $0.properties.isAlphabetic || "0123456789 -_".unicodeScalars.contains($0)
        }
        let isNamed = letters.contains { $0.properties.isAlphabetic || "0123456789".unicodeScalars.contains($0) }
        let stem = isNamed ? String(String.UnicodeScalarView(letters.prefix(40))) : "picture"
        for number in 1...WebLimits.photos {
            let name = number == 1 ? "\(stem).\(suffix)" : "\(stem)-\(number).\(suffix)"
            do throws(Errno) {
                try Self.copy(file, toNew: folder.appending(name))
                return name
            } catch .fileExists {
                continue
            } catch {
                throw PageFailure("The new picture cannot be written to the folder of the photographs: \(error).")
            }
        }
        throw PageFailure("The folder of the photographs has too many pictures with the name \(stem).")
    }

    /// Copies a picture to a file that does not exist. Of a copy that fails nothing is left.
    private static func copy(_ picture: FilePath, toNew path: FilePath) throws(Errno) {
        let source = try Descriptor(opening: picture, O_RDONLY)
        let target = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
        do throws(Errno) { try FileContent.copy(source, into: target) } catch {
            _ = path.withPlatformString { unlink($0) }
            throw error
        }
    }

    /// Adds the result of a photo editing extension as the photograph's newest version.
    ///
    /// - Throws: as ``add(_:to:by:)``.
    func keep(_ edit: PhotoEdit, of name: String) throws -> Photo {
        try change(name) { photo in
            _ = try Self.check(FilePath(edit.rendition.path))
            try photo.keep(edit)
        }
    }

    /// Checks that a browser can show a picture.
    private static func check(_ file: FilePath) throws -> PictureKind {
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
        return kind
    }

    /// Undoes or redoes an edit.
    ///
    /// - Parameter step: -1 to undo, 1 to redo.
    /// - Parameter version: the version that is expected to be shown; nil for any.
    /// - Throws: ``PageFailure`` if there is nothing to undo or redo, or a different version is shown;
    ///   ``PhotoEditingError``.
    func step(_ step: Int, _ name: String, from version: String? = nil) throws -> Photo {
        try change(name) { photo in
            guard version == nil || version == photo.current?.identifier ?? Self.original else {
                throw PageFailure("The photograph has been changed since.")
            }
            let numbers = [0] + photo.versions.map(\.number)
            let place = (numbers.firstIndex(of: photo.current?.number ?? 0) ?? 0) + step
            guard numbers.indices.contains(place) else {
                throw PageFailure(step < 0 ? "There is nothing to undo." : "There is nothing to redo.")
            }
            if place == 0 { try photo.revert() } else { try photo.restore(numbers[place]) }
        }
    }

    /// Shows the original. The edits can be redone until the next one.
    ///
    /// - Throws: as ``editable(_:)``.
    func revert(_ name: String) throws -> Photo { try change(name) { try $0.revert() } }

    private func change(_ name: String, _ body: (inout EditedPhoto) throws -> Void) throws -> Photo {
        var photo = try open(name)
        try body(&photo)
        return Self.photo(name, photo)
    }

    private func open(_ name: String) throws -> EditedPhoto {
        guard let original = original(name) else { throw PageFailure("The photograph \(name) no longer exists.") }
        return try EditedPhoto.open(URL(fileURLWithPath: original.string), in: place)
    }

    private static func photo(_ name: String, _ photo: EditedPhoto) -> Photo {
        Photo(
            name: name, version: photo.current?.identifier ?? original, canUndo: photo.current != nil,
            canRedo: photo.current?.number != photo.versions.last?.number)
    }

    /// The file in the folder with a name, if its filename extension is that of a picture.
    private func original(_ name: String) -> FilePath? {
        guard let folder, !name.isEmpty, !name.begins(with: "."), !name.has("/"), !name.has("\0"),
            name.utf8.count <= 255,
            PictureKind(fileName: name) != nil
        else { return nil }
        let path = folder.appending(name)
        var status = stat()
        guard lstat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return path
    }
}

extension PhotoVersion {
    /// The identifier of the version in the page.
    fileprivate var identifier: String { rendition.lastPathComponent }
}
