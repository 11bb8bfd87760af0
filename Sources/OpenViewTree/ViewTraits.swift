/// What a host offers a view: the room, and how the person wants to see things.
public struct ViewTraits: Sendable, Equatable {
    /// The room of a widget in its two forms, in points.
    public struct Widget: Sendable, Equatable {
        public var displayMode: ViewDisplayMode
        public var compactHeight: Double
        public var expandedHeight: Double

        public init(displayMode: ViewDisplayMode, compactHeight: Double = 110, expandedHeight: Double = 440) {
            self.displayMode = displayMode
            self.compactHeight = compactHeight
            self.expandedHeight = expandedHeight
        }
    }

    /// Points, 1 to 16,384.
    public var width: Double
    public var height: Double
    /// Pixels for a point, 0.5 to 8.
    public var scale: Double
    public var colorScheme: ViewColorScheme
    /// Whether the host is read from right to left.
    public var isRightToLeft: Bool
    public var textSize: ViewTextSize
    /// A language tag such as `en-GB`; at most 64 bytes.
    public var language: String
    /// nil for everything but widgets.
    public var widget: Widget?

    public init(
        width: Double, height: Double, scale: Double = 1, colorScheme: ViewColorScheme = .light,
        isRightToLeft: Bool = false, textSize: ViewTextSize = .large, language: String = "en", widget: Widget? = nil
    ) {
        self.width = width
        self.height = height
        self.scale = scale
        self.colorScheme = colorScheme
        self.isRightToLeft = isRightToLeft
        self.textSize = textSize
        self.language = language
        self.widget = widget
    }

    private static let lengths = 1.0...16384.0
    private static let scales = 0.5...8.0
    private static let languageBytes = 64

    /// Whether everything is within its bounds; for whoever receives traits.
    package var isValid: Bool { self == bounded }

    /// The same with what is out of its bounds brought within them.
    package var bounded: ViewTraits {
        var result = self
        result.width = Self.lengths.nearest(to: width)
        result.height = Self.lengths.nearest(to: height)
        result.scale = Self.scales.nearest(to: scale)
        if language.utf8.count > Self.languageBytes { result.language = "en" }
        result.widget?.compactHeight = Self.lengths.nearest(to: widget?.compactHeight ?? 1)
        result.widget?.expandedHeight = Self.lengths.nearest(to: widget?.expandedHeight ?? 1)
        return result
    }
}

extension ClosedRange<Double> {
    /// The lower end for what is no number.
    fileprivate func nearest(to value: Double) -> Double {
        value.isNaN ? lowerBound : Swift.min(Swift.max(value, lowerBound), upperBound)
    }
}
