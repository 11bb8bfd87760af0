import AppexDecoding
import Foundation
import OpenFoundation
import OpenUniformTypeIdentifiers

/// Checks that a rendition is what its type says, before a host replaces anything by it.
enum RenditionCheck {
    /// The maximum size of a rendition, in bytes.
    static func byteLimit(of media: EditablePhoto.Media) -> Int {
        switch media {
        case .image: 512 << 20
        case .video: 16 << 30
        }
    }

    /// The maximum length of a side of a picture, in pixels.
    static let sideLimit = 32_768
    /// The maximum number of pixels of a picture.
    static let pixelLimit = 150_000_000

    /// The types in which a photograph or a video may be rendered.
    static func types(of media: EditablePhoto.Media) -> [UTType] {
        switch media {
        case .image: [.jpeg, .png, .heic]
        case .video: [.quickTimeMovie, .mpeg4Movie]
        }
    }

    /// Checks a file of this process that no other process can change.
    ///
    /// - Parameter owner: the extension, for errors.
    /// - Throws: ``PhotoEditingError/Code/unusableRendition``; `CancellationError`.
    static func check(_ file: URL, _ type: UTType, _ media: EditablePhoto.Media, by owner: String) async throws {
        let flaw: String?
        var cause: (any Error)?
        do {
            flaw = try await self.flaw(of: file, type, media)
        } catch {
            try Task.checkCancellation()
            (flaw, cause) = ("could not be checked", error)
        }
        guard let flaw else { return }
        throw PhotoEditingError(
            .unusableRendition, "The file that \(owner) has rendered \(flaw), so nothing was changed; try again.",
            underlying: cause)
    }

    /// What is wrong with a rendition, as the end of a sentence; nil for a usable one.
    private static func flaw(of file: URL, _ type: UTType, _ media: EditablePhoto.Media) async throws -> String? {
        let content = try Data(contentsOf: file, options: .alwaysMapped)
        guard !content.isEmpty else { return "is empty" }
        guard isOfType(content.prefix(16), type) else { return "is not a file of the type \(type.identifier)" }
        guard media == .image else { return nil }
        let header = try await ProcessDecoder.call { try $0.header(of: content) }
        guard let header else { return "cannot be read" }
        if let flaw = flaw(of: header) { return flaw }
        return try await header.isOfWholePicture(content) ? nil : "is damaged"
    }

    /// What is wrong with a picture of which the header is known, as the end of a sentence; nil for a usable one.
    static func flaw(of header: PictureHeader) -> String? {
        let (width, height) = (header.width, header.height)
        guard width > 0, height > 0, width <= sideLimit, height <= sideLimit, width <= pixelLimit / height else {
            return "has \(width) × \(height) pixels, which is more than a photograph may have"
        }
        // Any other number counts as 1.
        guard !(2...8).contains(header.orientation) else {
            return "has the EXIF orientation \(header.orientation) instead of 1: its pixels are not upright"
        }
        return nil
    }

    /// Whether a file begins as files of a type do.
    static func isOfType(_ beginning: Data, _ type: UTType) -> Bool {
        let bytes = [UInt8](beginning)
        switch type {
        case .jpeg: return bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .heic: return bytes.count >= 12 && bytes[4..<8].elementsEqual("ftyp".utf8)
        case .quickTimeMovie, .mpeg4Movie:
            return bytes.count >= 12
                && ["ftyp", "moov", "mdat", "wide", "free"].contains { bytes[4..<8].elementsEqual($0.utf8) }
        default: return false
        }
    }
}
