/// The kinds of pictures that are sent to a browser. The raw value is the filename extension.
///
/// Kinds that can contain scripts, such as SVG, are excluded.
package enum PictureKind: String {
    case png, jpg, gif, webp, avif

    /// Determines the kind by the first bytes; nil if it is not supported.
    package init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(12))
        switch head {
        case _ where head.starts(with: [0x89, 0x50, 0x4E, 0x47]): self = .png
        case _ where head.starts(with: [0xFF, 0xD8, 0xFF]): self = .jpg
        case _ where head.starts(with: "GIF8".utf8): self = .gif
        case _ where head.starts(with: "RIFF".utf8) && head.dropFirst(8).elementsEqual("WEBP".utf8): self = .webp
        case _ where head.dropFirst(4).elementsEqual("ftypavif".utf8): self = .avif
        default: return nil
        }
    }

    /// Determines the kind by the filename extension; nil if it is not supported.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let suffix = fileName[fileName.utf8.index(after: dot)...].lowercased()
        self.init(rawValue: suffix == "jpeg" ? "jpg" : suffix)
    }

    /// The media type for HTTP.
    package var mediaType: String { self == .jpg ? "image/jpeg" : "image/\(rawValue)" }
}
