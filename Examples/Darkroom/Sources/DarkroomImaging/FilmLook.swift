import Foundation

/// A kind of film: how it changes colours and light.
public enum FilmLook: String, Sendable, CaseIterable {
    /// Changes nothing.
    case standard
    /// Warm.
    case amber
    /// Cool, with a little less colour.
    case fjord
    /// Faded, with soft blacks.
    case chalk
    /// Black and white.
    case graphite
    /// Strong contrast and colours.
    case thunder

    /// The name for people.
    public var name: String { rawValue.capitalized }

    /// How a film renders a picture.
    struct Tones {
        /// 0 is grey, and 1 leaves the colours as they are.
        var saturation = 1.0
        /// What red, green and blue are multiplied by.
        var gains = [1.0, 1.0, 1.0]
        /// How much of the curve is S-shaped: 0 for none, 1 for all of it.
        var contrast = 0.0
        /// What black and white become, from 0 to 1.
        var black = 0.0
        var white = 1.0
    }

    var tones: Tones {
        switch self {
        case .standard: Tones()
        case .amber: Tones(saturation: 1.1, gains: [1.08, 1, 0.84], contrast: 0.15, black: 0.01)
        case .fjord: Tones(saturation: 0.85, gains: [0.9, 1, 1.1], contrast: 0.15)
        case .chalk: Tones(saturation: 0.7, gains: [1.02, 1, 0.97], black: 0.14, white: 0.94)
        case .graphite: Tones(saturation: 0, contrast: 0.35)
        case .thunder: Tones(saturation: 1.2, contrast: 0.85)
        }
    }
}

extension FilmLook.Tones {
    /// The steps between two values of a picture that the table distinguishes, so that curves do not make bands of colours.
    private static let steps = 16.0
    /// Twice as many as white needs, for colours that become brighter than white before the curve.
    private static let count = 8192

    /// Red, green and blue of the index of the table, each as parts of red, green and blue of the picture.
    ///
    /// - Parameter strength: from 0, for no change, to 1.
    func matrix(strength: Double) -> [Double] {
        let full = PictureAdjustment.matrix(saturation: saturation)
        return (0..<9).map { index in
            let identity = index % 4 == 0 ? 1.0 : 0.0
            return (identity + (full[index] * gains[index / 3] - identity) * strength) * Self.steps
        }
    }

    /// The values of the result by the index that ``matrix(strength:)`` makes, three bytes for each.
    func table(strength: Double) -> [UInt8] {
        (0..<Self.count).flatMap { index in
            let value = min(1, Double(index) / (255 * Self.steps))
            let bent = value + (value * value * (3 - 2 * value) - value) * contrast
            let result = value + (black + (white - black) * bent - value) * strength
            return repeatElement(UInt8(max(0, min(255, (result * 255).rounded()))), count: 3)
        }
    }
}
