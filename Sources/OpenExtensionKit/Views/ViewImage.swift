import OpenViewTree

/// A picture that an extension has sent for its view, as a file.
///
/// Its header has been read and what it claims is within `ViewLimits`; nothing has been decoded.
public struct ViewImage: Sendable, Equatable {
    public enum Format: Sendable {
        case png, jpeg

        /// As in `image/png`.
        public var mediaType: String {
            switch self {
            case .png: "image/png"
            case .jpeg: "image/jpeg"
            }
        }
    }

    public let format: Format
    /// Pixels, as the header says. A JPEG that is to be turned is not turned yet.
    public let width: Int
    public let height: Int
    /// The file.
    public let bytes: [UInt8]

    /// - Throws: ``ViewTreeError/wrongImage(_:)`` for what is no PNG or JPEG, or claims too many pixels;
    ///   ``ViewTreeError/tooLarge(_:limit:)``.
    init(_ bytes: [UInt8]) throws(ViewTreeError) {
        guard bytes.count <= ViewLimits.imageBytes else {
            throw .tooLarge("bytes of an image", limit: ViewLimits.imageBytes)
        }
        guard let header = ImageHeader(bytes) else { throw .wrongImage("it is neither PNG nor JPEG") }
        guard header.width > 0, header.height > 0 else { throw .wrongImage("it is empty") }
        guard header.fits(ViewLimits.imagePixels) else {
            throw .wrongImage("it claims \(header.width) times \(header.height) pixels")
        }
        format = header.format
        width = header.width
        height = header.height
        self.bytes = bytes
    }
}
