import Foundation
import Glibc
import OpenUniformTypeIdentifiers
import Synchronization
import SystemPackage
import Testing

@testable import OpenExtensionKit
@testable import OpenFoundation

/// A photograph in a folder of its own, which is removed with everything in it.
final class PhotoFixture: Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photo-edits-\(UUID().uuidString)")
    var file: URL { folder.appendingPathComponent("IMG_1.jpg") }
    var edits: URL { folder.appendingPathComponent("IMG_1.jpg.edits") }

    init() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Self.jpeg("original").write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The beginning of a JPEG file, and a text.
    static func jpeg(_ text: String) -> Data { Data([0xFF, 0xD8, 0xFF]) + Data(text.utf8) }

    /// An edit of a photograph, as an extension returns it.
    static func edit(
        of photo: EditablePhoto, _ text: String, continuing: Bool = false, data: Data = Data([1])
    ) throws -> PhotoEdit {
        let file = try TemporaryFile.make(named: "rendered", "public.jpeg") { try jpeg(text).write(to: $0) }
        return PhotoEdit(
            of: photo, extensionIdentifier: "org.example.Film",
            adjustmentData: try PhotoAdjustmentData(
                formatIdentifier: "org.example.Film", formatVersion: "1", data: data),
            continuesEdit: continuing, contentType: .jpeg, file: RenditionFile(file))
    }

    func open(_ place: PhotoEditPlace = .sidecar) throws(PhotoEditingError) -> EditedPhoto {
        try EditedPhoto.open(file, in: place)
    }

    /// Opens the photograph so that `atStep` is called at the steps of a change.
    func open(
        atStep: @escaping @Sendable (PhotoEditFolder.Step) throws(Errno) -> Void
    ) throws(PhotoEditingError) -> EditedPhoto {
        var folder = PhotoEditFolder(of: file, in: .sidecar)
        folder.atStep = atStep
        return try EditedPhoto(file, folder)
    }

    /// The names in the folder with the edits.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: edits.path).sorted() }

    /// The kinds, sizes and times of what is in the folder with the edits, by name.
    func contents() throws -> [String: String] {
        var result: [String: String] = [:]
        for name in try names() {
            var status = stat()
            guard lstat(edits.appendingPathComponent(name).path, &status) == 0 else { continue }
            result[name] = "\(status.st_mode) \(status.st_size) \(status.st_mtim.tv_nsec)"
        }
        return result
    }
}

extension EditedPhoto {
    /// Edits the current version and keeps the result.
    @discardableResult
    mutating func edit(_ text: String, continuing: Bool = false) throws -> PhotoVersion {
        try keep(try PhotoFixture.edit(of: editable, text, continuing: continuing))
    }

    /// The texts of the versions' renditions.
    var texts: [String] {
        get throws {
            try versions.map { String(decoding: try Data(contentsOf: $0.rendition).dropFirst(3), as: UTF8.self) }
        }
    }
}

/// Expects an error of a kind.
func expectError(
    _ code: PhotoEditingError.Code, containing text: String = "", at place: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    let error = #expect(throws: PhotoEditingError.self, sourceLocation: place) { try body() }
    #expect(error?.code == code, sourceLocation: place)
    #expect(text.isEmpty || error?.message.contains(text) == true, "\(error?.message ?? "")", sourceLocation: place)
}
