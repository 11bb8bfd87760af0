public import Foundation

/// What is kept with a photograph, to continue the edit later.
extension PictureAdjustment {
    /// The format of ``adjustmentData``.
    public static let formatIdentifier = "org.openextensionkit.Darkroom.Adjust"
    /// The version of the format.
    public static let formatVersion = "1.0"

    private struct Version1: Codable {
        var brightness: Double
        var contrast: Double
        var saturation: Double
    }

    /// Whether ``init(adjustment:version:)`` reads a format.
    public static func canRead(formatIdentifier: String, formatVersion: String) -> Bool {
        formatIdentifier == self.formatIdentifier && formatVersion == self.formatVersion
    }

    /// The adjustment in the format ``formatIdentifier`` with ``formatVersion``.
    public var adjustmentData: Data {
        AdjustmentData.encoded(Version1(brightness: brightness, contrast: contrast, saturation: saturation))
    }

    /// Reads adjustment data, which may come from any program.
    ///
    /// - Parameter version: the format's version.
    /// - Throws: An error if the data are not exactly an adjustment with values in range.
    public init(adjustment data: Data, version: String) throws(AdjustmentDataError) {
        guard version == Self.formatVersion else { throw .unknownVersion(version) }
        let stored: Version1 = try AdjustmentData.decoded(data)
        self.init(
            brightness: try AdjustmentData.checked(stored.brightness, in: -1...1, "brightness"),
            contrast: try AdjustmentData.checked(stored.contrast, in: -1...1, "contrast"),
            saturation: try AdjustmentData.checked(stored.saturation, in: -1...1, "saturation"))
    }
}
