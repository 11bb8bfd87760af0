import AppexPictures
import OpenViewTree

/// An image that an extension has sent for its view, as a PNG or JPEG file.
///
/// Only its header has been read, and the size that it states is within `ViewLimits`. The pixels have not been
/// decoded: the file is untrusted.
public struct ViewImage: Sendable, Equatable {
    /// The format of an image file.
    public enum Format: Sendable {
        /// Portable Network Graphics.
        case png
        /// JPEG.
        case jpeg

        /// The media type, such as `image/png`.
        public var mediaType: String {
            switch self {
            case .png: "image/png"
            case .jpeg: "image/jpeg"
            }
        }
    }

    /// The format of the file.
    public let format: Format
    /// The width in pixels, as the header states it, before the rotation that a JPEG's metadata may ask for.
    public let width: Int
    /// The height in pixels, as the header states it, before the rotation that a JPEG's metadata may ask for.
    public let height: Int
    /// The content of the file.
    public let bytes: [UInt8]

    /// Checks the header of an image file.
    ///
    /// - Throws: ``ViewTreeError/wrongImage(_:)`` if the file is neither PNG nor JPEG, has no pixels or too many;
    ///   ``ViewTreeError/tooLarge(_:limit:)`` if the file is too large.
    init(_ bytes: [UInt8]) throws(ViewTreeError) {
        guard bytes.count <= ViewLimits.imageBytes else {
            throw .tooLarge("bytes of an image", limit: ViewLimits.imageBytes)
        }
        guard let header = ImageHeader(bytes) else { throw .wrongImage("it is neither PNG nor JPEG") }
        guard header.width > 0, header.height > 0 else { throw .wrongImage("it is empty") }
        guard header.fits(ViewLimits.imagePixels) else {
            throw .wrongImage("it claims \(header.width) times \(header.height) pixels")
        }
        format =
            switch header.format {
            case .jpeg: .jpeg
            case .png: .png
            }
        width = header.width
        height = header.height
        self.bytes = bytes
    }
}
