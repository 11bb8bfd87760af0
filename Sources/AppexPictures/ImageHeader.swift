/// What the first bytes of a PNG or JPEG file say.
package struct ImageHeader: Sendable {
    /// The format of the file.
    package let format: PictureFormat
    /// In pixels, as they lie in the file. May be 0.
    package let width: Int
    /// In pixels, as they lie in the file. May be 0.
    package let height: Int

    /// Reads the header of a file.
    ///
    /// - Returns: nil for what is neither PNG nor JPEG, and for a JPEG whose frame does not come before its first scan.
    package init?(_ bytes: [UInt8]) {
        guard let header = Self.png(bytes) ?? Self.jpeg(bytes) else { return nil }
        self = header
    }

    /// Whether there are pixels, and no more than so many.
    package func fits(_ pixels: Int) -> Bool { width > 0 && height > 0 && width <= pixels / height }

    private init(_ format: PictureFormat, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The first chunk, as it always begins: 13 bytes of `IHDR`.
    private static let pngChunk: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8)

    static func png(_ bytes: [UInt8]) -> ImageHeader? {
        guard bytes.starts(with: pngSignature + pngChunk), let width = bytes.bigEndian32(at: 16),
            let height = bytes.bigEndian32(at: 20)
        else { return nil }
        return ImageHeader(.png, width: width, height: height)
    }

    private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
        guard let segments = JPEGSegments(bytes) else { return nil }
        for segment in segments.dropFirst() {
            if segment.isFrame {
                return segment.size(in: bytes).map { ImageHeader(.jpeg, width: $0.width, height: $0.height) }
            }
            // A scan, the end, or another beginning.
            if [0xD8, 0xD9, 0xDA].contains(segment.marker) { return nil }
        }
        return nil
    }
}
