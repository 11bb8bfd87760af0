public import Foundation

/// What is kept with a photograph, to continue the edit later.
extension FilmRecipe {
    /// The format of ``adjustmentData``.
    public static let formatIdentifier = "org.openextensionkit.Darkroom.Film"
    /// The version of the format that is written.
    public static let formatVersion = "2.0"
    /// The version without crop and straightening.
    private static let firstVersion = "1.0"

    private struct Version1: Codable {
        var look: String
        var strength: Double
        var grain: Double
    }

    private struct Version2: Codable {
        var look: String
        var strength: Double
        var grain: Double
        /// Left, top, width and height.
        var crop: [Double]
        var straighten: Double
    }

    /// Whether ``init(adjustment:version:)`` reads a format.
    public static func canRead(formatIdentifier: String, formatVersion: String) -> Bool {
        formatIdentifier == self.formatIdentifier && [firstVersion, self.formatVersion].contains(formatVersion)
    }

    /// The recipe in the format ``formatIdentifier`` with ``formatVersion``.
    public var adjustmentData: Data {
        AdjustmentData.encoded(
            Version2(
                look: look.rawValue, strength: strength, grain: grain,
                crop: [crop.x, crop.y, crop.width, crop.height], straighten: straighten))
    }

    /// Reads adjustment data, which may come from any program.
    ///
    /// - Parameter version: the format's version.
    /// - Throws: An error if the data are not exactly a recipe with values in range.
    public init(adjustment data: Data, version: String) throws(AdjustmentDataError) {
        switch version {
        case Self.firstVersion:
            let stored: Version1 = try AdjustmentData.decoded(data)
            try self.init(look: stored.look, strength: stored.strength, grain: stored.grain)
        case Self.formatVersion:
            let stored: Version2 = try AdjustmentData.decoded(data)
            try self.init(look: stored.look, strength: stored.strength, grain: stored.grain)
            let crop = stored.crop
            guard crop.count == 4, let crop = FilmCrop(x: crop[0], y: crop[1], width: crop[2], height: crop[3]) else {
                throw .outOfRange("crop")
            }
            self.crop = crop
            straighten = try AdjustmentData.checked(stored.straighten, in: Self.straightenRange, "straighten")
        default:
            throw .unknownVersion(version)
        }
    }

    private init(look: String, strength: Double, grain: Double) throws(AdjustmentDataError) {
        guard let look = FilmLook(rawValue: look) else { throw .outOfRange("look") }
        self.init(
            look: look, strength: try AdjustmentData.checked(strength, in: 0...1, "strength"),
            grain: try AdjustmentData.checked(grain, in: 0...1, "grain"))
    }
}
