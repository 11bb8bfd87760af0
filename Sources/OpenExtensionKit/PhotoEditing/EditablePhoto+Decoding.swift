import AppexDecoding
import Foundation
import OpenFoundation
import OpenUniformTypeIdentifiers

extension EditablePhoto {
    /// Whether the original is a damaged picture: one whose header can be read and whose content cannot, or one that begins
    /// as a JPEG or PNG file and has no such header. Other files may be in a format that only an extension knows. A video is
    /// not decoded.
    ///
    /// - Throws: `DecoderError`; `CancellationError`.
    package func isDamaged() async throws -> Bool {
        guard media == .image, let content = PhotoSource.content(of: original) else { return false }
        let header = try await ProcessDecoder.call { try $0.header(of: content) }
        guard let header else { return [.jpeg, .png].contains { RenditionCheck.isOfType(content.prefix(16), $0) } }
        return try await !header.isOfWholePicture(content)
    }
}

extension PictureHeader {
    /// The side of the small picture as which a file is decoded, so that damage is noticed.
    private static let decodedSide = 256

    /// Whether the file with this header can be decoded to its end.
    ///
    /// - Throws: `DecoderError`; `CancellationError`.
    func isOfWholePicture(_ content: Data) async throws -> Bool {
        guard width > 0, height > 0 else { return false }
        let scale = min(1, Double(Self.decodedSide) / Double(max(width, height)))
        let small = (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
        let isTurned = (5...8).contains(orientation)
        let pixels = try await ProcessDecoder.call {
            try $0.pixels(of: content, width: isTurned ? small.1 : small.0, height: isTurned ? small.0 : small.1)
        }
        return pixels != nil
    }
}
