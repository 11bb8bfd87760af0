/// The environment that a host offers a view: its size, and how the user wants content to look.
///
/// Values out of range are brought within it before they are sent.
public struct ViewTraits: Sendable, Equatable {
    /// The sizes of a widget.
    public struct Widget: Sendable, Equatable {
        /// The size that the widget has now.
        public var displayMode: ViewDisplayMode
        /// The height of the compact size, in points.
        public var compactHeight: Double
        /// The height of the expanded size, in points.
        public var expandedHeight: Double

        /// Makes the sizes of a widget, with heights in points.
        public init(displayMode: ViewDisplayMode, compactHeight: Double = 110, expandedHeight: Double = 440) {
            self.displayMode = displayMode
            self.compactHeight = compactHeight
            self.expandedHeight = expandedHeight
        }
    }

    /// The width in points, from 1 to 16,384.
    public var width: Double
    /// The height in points, from 1 to 16,384.
    public var height: Double
    /// Pixels per point, from 0.5 to 8.
    public var scale: Double
    /// Whether the host has a light or a dark appearance.
    public var colorScheme: ViewColorScheme
    /// Whether the host's layout runs from right to left.
    public var isRightToLeft: Bool
    /// The text size that the user has chosen.
    public var textSize: ViewTextSize
    /// The user's language as a tag such as `en-GB`, at most 64 bytes of UTF-8. A longer tag is replaced by `en`.
    public var language: String
    /// The sizes of the widget, or `nil` when the view is not a widget.
    public var widget: Widget?

    /// Makes traits. All parameters but the size have defaults: a light, left-to-right, English host at scale 1.
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

    /// Whether every value is within its range. Receivers reject traits that are not.
    package var isValid: Bool { self == bounded }

    /// These traits with every value brought within its range.
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
    /// The value brought within the range; the lower bound for NaN.
    fileprivate func nearest(to value: Double) -> Double {
        value.isNaN ? lowerBound : Swift.min(Swift.max(value, lowerBound), upperBound)
    }
}
