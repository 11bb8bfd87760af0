/// The value of a ``ViewAttribute``.
public enum ViewValue: Sendable, Equatable {
    case flag(Bool)
    case integer(Int32)
    /// A finite number.
    case number(Double)
    case text(String)
    case list([String])
    case color(ViewColor)
    case insets(ViewInsets)
    case runs([TextRun])
    /// The number of a ``ViewChoice``.
    case choice(UInt8)
    /// The identifier of an image that was sent earlier.
    case image(UInt32)
}

/// Distances from the four edges of a rectangle, in points. Leading and trailing follow the reading direction.
public struct ViewInsets: Sendable, Equatable {
    /// The distance from the top edge.
    public var top: Double
    /// The distance from the leading edge.
    public var leading: Double
    /// The distance from the bottom edge.
    public var bottom: Double
    /// The distance from the trailing edge.
    public var trailing: Double

    /// Makes insets in points; those that are left out are 0.
    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// A colour: a semantic colour that the host resolves, or fixed values for the light and dark appearance.
public enum ViewColor: Sendable, Equatable {
    case system(SystemColor)
    /// Values of 8 bits per channel, packed as `0xRRGGBBAA`.
    case fixed(light: UInt32, dark: UInt32)

    /// The semantic colours, which each host resolves to match its own appearance.
    public enum SystemColor: UInt8, Sendable, CaseIterable {
        case label, secondaryLabel, tertiaryLabel, placeholder, link, separator, tint
        case background, secondaryBackground, groupedBackground, fill
    }
}

/// The style of a range of a text.
public struct TextRun: Sendable, Equatable {
    /// Deviations of a range from the style of its text.
    public struct Style: OptionSet, Sendable {
        /// The bits of the styles.
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bold.
        public static let bold = Style(rawValue: 1)
        /// Italic.
        public static let italic = Style(rawValue: 2)
        /// Underlined.
        public static let underline = Style(rawValue: 4)
        /// Struck through.
        public static let strikethrough = Style(rawValue: 8)
        /// In a font of fixed width.
        public static let monospaced = Style(rawValue: 16)
        static let all: Style = [.bold, .italic, .underline, .strikethrough, .monospaced]
    }

    /// The number of Unicode scalars in the range, which begins where the previous one ends.
    public var length: UInt32
    /// The deviations from the style of the text.
    public var style: Style
    /// The colour of the range; `nil` for the colour of the text.
    public var color: ViewColor?

    /// Makes a range of `length` Unicode scalars.
    public init(length: UInt32, style: Style, color: ViewColor? = nil) {
        self.length = length
        self.style = style
        self.color = color
    }
}

/// The role and state of a node for assistive technologies; see `UIAccessibilityTraits`.
public struct ViewAccessibilityTraits: OptionSet, Sendable {
    /// The bits of the traits.
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Behaves as a button.
    public static let button = Self(rawValue: 1)
    /// Behaves as a link.
    public static let link = Self(rawValue: 2)
    /// Heads a section.
    public static let header = Self(rawValue: 4)
    /// Is an image.
    public static let image = Self(rawValue: 8)
    /// Is selected.
    public static let selected = Self(rawValue: 16)
    /// Cannot be used at present.
    public static let notEnabled = Self(rawValue: 32)
    /// Is text that does not change.
    public static let staticText = Self(rawValue: 64)
    /// Changes often, so that it should be polled instead of announced each time.
    public static let updatesFrequently = Self(rawValue: 128)
    /// Has a value that can be raised and lowered.
    public static let adjustable = Self(rawValue: 256)
}
