/// How the Film editor changes a picture: it is straightened, cropped, and looks as if it had been taken on a film.
public struct FilmRecipe: Sendable, Equatable {
    /// The degrees by which a picture can be rotated.
    public static let straightenRange = -15.0...15.0

    public var look: FilmLook
    /// How much of the look is applied, from 0 to 1.
    public var strength: Double { didSet { strength = Self.limited(strength, to: 0...1) } }
    /// How much grain is added, from 0 to 1. The same picture always has the same grain.
    public var grain: Double { didSet { grain = Self.limited(grain, to: 0...1) } }
    /// The part of the straightened picture that is kept.
    public var crop: FilmCrop
    /// The degrees by which the picture is rotated clockwise. What remains is the largest part with its aspect ratio that
    /// has no empty corners.
    public var straighten: Double { didSet { straighten = Self.limited(straighten, to: Self.straightenRange) } }

    /// A recipe. Values out of range are moved to the nearest one.
    public init(
        look: FilmLook = .standard, strength: Double = 1, grain: Double = 0, crop: FilmCrop = .all,
        straighten: Double = 0
    ) {
        self.look = look
        self.strength = Self.limited(strength, to: 0...1)
        self.grain = Self.limited(grain, to: 0...1)
        self.crop = crop
        self.straighten = Self.limited(straighten, to: Self.straightenRange)
    }

    private static func limited(_ value: Double, to range: ClosedRange<Double>) -> Double {
        value.isNaN ? max(0, range.lowerBound) : min(max(value, range.lowerBound), range.upperBound)
    }
}
