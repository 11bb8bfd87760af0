/// Why a picture could not be edited.
public enum ImagingError: Error, Equatable {
    /// The number of pixels that a picture can have. Decoding and encoding them takes a few seconds.
    public static let largestPixelCount = 100_000_000
    /// The number of pixels that a side can have: a JPEG cannot have more.
    public static let longestSide = 65_500

    /// The file is no picture that libvips can read here, or a damaged one; `reason` is a clause.
    case unreadable(reason: String)
    /// The picture has more pixels than ``largestPixelCount``, or than ``longestSide`` a side.
    case tooLarge(width: Int, height: Int)
    /// The picture needs more memory than there is.
    case exceedsMemory(width: Int, height: Int)
    /// libvips could not do `step`; `reason` is what it says.
    case failed(step: String, reason: String)
}

extension ImagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let reason):
            "The file is not a picture that can be read (\(reason)). Choose a JPEG, PNG, WebP, TIFF, "
                + "GIF, HEIC or AVIF picture."
        case .tooLarge(let width, let height):
            "The picture has \(width) x \(height) pixels, more than the \(Self.largestPixelCount) in all and "
                + "\(Self.longestSide) a side that can be edited. Choose a smaller one."
        case .exceedsMemory(let width, let height):
            "There is not enough memory to decode the picture, which has \(width) x \(height) pixels. Choose a smaller one, "
                + "or save it as a JPEG or PNG picture that is not progressive or interlaced."
        case .failed(let step, let reason):
            "Could not \(step): \(reason)."
        }
    }
}
