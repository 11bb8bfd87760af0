/// Why a picture could not be edited.
public enum ImagingError: Error, Equatable {
    /// A picture of this size takes a third of a gigabyte when all of it has to be in memory at once.
    public static let largestPixelCount = 100_000_000

    /// The bytes are no picture that libvips can read here, or a damaged one; `reason` is a clause.
    case unreadable(reason: String)
    /// The picture has more pixels than ``largestPixelCount``.
    case tooLarge(width: Int, height: Int)
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
            "The picture has \(width) x \(height) pixels, more than the \(Self.largestPixelCount) that can be edited. "
                + "Choose a smaller one."
        case .failed(let step, let reason):
            "Could not \(step): \(reason)."
        }
    }
}
