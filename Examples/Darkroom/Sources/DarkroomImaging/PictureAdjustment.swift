import CVips
public import Foundation

/// How much light, contrast and colour a picture is given or loses.
///
/// Each goes from -1 to 1, and 0 leaves the picture as it is.
public struct PictureAdjustment: Sendable, Equatable {
    public var brightness: Double
    public var contrast: Double
    public var saturation: Double

    public init(brightness: Double = 0, contrast: Double = 0, saturation: Double = 0) {
        self.brightness = brightness
        self.contrast = contrast
        self.saturation = saturation
    }

    /// How much of each colour the eye takes for light (ITU-R BT.709).
    private static let light = [0.2126, 0.7152, 0.0722]
    /// What neither more nor less contrast changes.
    private static let middle = 128.0
    /// The grey that brightness adds at most.
    private static let brightest = 128.0
    private static let previewQuality: Int32 = 85

    /// A small, upright copy of a picture of any format libvips reads, as a JPEG, to show adjustments on.
    ///
    /// - Parameter longestSide: in pixels.
    /// - Throws: ``ImagingError``, as ``edited(_:progress:)`` does.
    public static func smallCopy(of encoded: Data, longestSide: Int) throws(ImagingError) -> Data {
        try PictureEdit.opening(encoded) { bytes throws(ImagingError) in
            try Picture.reading(bytes, longestSide: Int32(clamping: longestSide))
                .inRedGreenBlue()
                .encodedAsJPEG(quality: previewQuality, keepingMetadata: false)
        }
    }

    /// Adjusts an encoded picture of any format libvips reads. The result is a JPEG of the same size with the same
    /// metadata.
    ///
    /// - Parameter progress: is told now and then, on any thread, which part of the work has been done; from 0 to 1.
    /// - Throws: ``ImagingError/unreadable(reason:)`` when `encoded` is not a whole picture;
    ///   ``ImagingError/tooLarge(width:height:)``; ``ImagingError/failed(step:reason:)``.
    public func edited(
        _ encoded: Data, progress: (@Sendable (Double) -> Void)? = nil
    ) throws(ImagingError) -> Data {
        let (rows, offset) = mixture
        return try PictureEdit.opening(encoded) { bytes throws(ImagingError) in
            try Picture.reading(bytes, inOrder: true)
                .inRedGreenBlue()
                .applying("mix the colours") { darkroom_vips_recombine($0, $1, rows) }
                .applying("change the light") { darkroom_vips_add($0, $1, offset) }
                .applying("round the colours", darkroom_vips_to_bytes)
                .encodedAsJPEG(quality: PictureEdit.quality, keepingMetadata: true, progress: progress)
        }
    }

    /// What the result may be called beside the original: `beach.heic` becomes `beach-adjusted.jpg`.
    public static func resultName(for original: String?) -> String {
        PictureEdit.name(for: original, suffix: "adjusted")
    }

    /// All three as one step: red, green and blue of the result, each as parts of red, green and blue of the picture,
    /// and what is added to each.
    private var mixture: (rows: [Double], offset: Double) {
        let slope = pow(2, contrast)
        let colour = 1 + saturation
        // Every row takes its grey from all colours, and the rest from its own.
        var rows = Self.light.map { $0 * (1 - colour) * slope }
        rows += rows + rows
        for row in 0..<3 { rows[4 * row] += colour * slope }
        return (rows, Self.middle * (1 - slope) + Self.brightest * brightness)
    }
}
