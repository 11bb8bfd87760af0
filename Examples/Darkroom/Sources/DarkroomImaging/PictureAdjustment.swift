import CVips
public import Foundation

/// How much light, contrast and colour a picture is given or loses.
///
/// Each goes from -1 to 1, and 0 leaves the picture as it is.
public struct PictureAdjustment: PictureEditing, Equatable {
    public var brightness: Double
    public var contrast: Double
    public var saturation: Double

    public init(brightness: Double = 0, contrast: Double = 0, saturation: Double = 0) {
        self.brightness = brightness
        self.contrast = contrast
        self.saturation = saturation
    }

    /// How much of each colour the eye takes for light (ITU-R BT.709).
    static let light = [0.2126, 0.7152, 0.0722]
    /// What neither more nor less contrast changes.
    private static let middle = 128.0
    /// The grey that brightness adds at most.
    private static let brightest = 128.0

    public var nameSuffix: String { "adjusted" }

    /// The result has the size and the metadata of the original.
    public func edit(
        _ source: URL, to destination: URL, memory: UInt64? = nil, progress: EditProgress? = nil
    ) throws(ImagingError) {
        try applied(to: Picture.reading(source, memory: memory).inRedGreenBlue())
            .writeJPEG(to: destination, keepingMetadata: true, progress: progress)
    }

    func applied(to picture: borrowing Picture) throws(ImagingError) -> Picture {
        let (rows, offset) = mixture
        return try picture.applying("mix the colours") { darkroom_vips_recombine($0, $1, rows) }
            .applying("change the light") { darkroom_vips_add($0, $1, offset) }
            .applying("round the colours", darkroom_vips_to_bytes)
    }

    /// The matrix that moves all colours towards grey, or away from it: 0 makes grey, and 1 changes nothing.
    static func matrix(saturation: Double) -> [Double] {
        // Every row takes its grey from all colours, and the rest from its own.
        var rows = light.map { $0 * (1 - saturation) }
        rows += rows + rows
        for row in 0..<3 { rows[4 * row] += saturation }
        return rows
    }

    /// All three as one step: red, green and blue of the result, each as parts of red, green and blue of the picture,
    /// and what is added to each.
    private var mixture: (rows: [Double], offset: Double) {
        let slope = pow(2, contrast)
        return (
            Self.matrix(saturation: 1 + saturation).map { $0 * slope },
            Self.middle * (1 - slope) + Self.brightest * brightness
        )
    }
}
