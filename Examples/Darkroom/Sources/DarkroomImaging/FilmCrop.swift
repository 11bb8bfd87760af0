/// The part of a picture that a crop keeps, in fractions of its width and height.
public struct FilmCrop: Sendable, Equatable {
    /// The whole picture.
    public static let all = FilmCrop(uncheckedX: 0, y: 0, width: 1, height: 1)
    /// The least that a side of the picture can be cropped to.
    public static let smallestSide = 0.05
    /// How far sums of fractions may be above 1, because they are rounded.
    private static let tolerance = 1e-6

    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    /// - Returns: nil if the part is not inside the picture, or if a side is smaller than ``smallestSide``.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        // Comparisons with a value that is not a number are false.
        guard x >= 0, y >= 0, width >= Self.smallestSide, height >= Self.smallestSide,
            x + width <= 1 + Self.tolerance, y + height <= 1 + Self.tolerance
        else { return nil }
        self.init(uncheckedX: x, y: y, width: width, height: height)
    }

    private init(uncheckedX x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}
