import AppexDecoding
import Foundation
import OpenFoundation

extension EditablePhoto {
    /// Whether the original is a whole picture that can be decoded. A video is not decoded.
    ///
    /// - Throws: a file system error; `DecoderError`; `CancellationError`.
    package func isDecodable() async throws -> Bool {
        guard media == .image else { return true }
        let content = try Data(contentsOf: original, options: .alwaysMapped)
        let header = try await ProcessDecoder.call { try $0.header(of: content) }
        return try await header?.isOfWholePicture(content) ?? false
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
