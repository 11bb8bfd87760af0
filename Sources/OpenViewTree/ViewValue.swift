/// The value of an attribute.
public enum ViewValue: Sendable, Equatable {
    case flag(Bool)
    case integer(Int32)
    /// Finite.
    case number(Double)
    case text(String)
    case list([String])
    case color(ViewColor)
    case insets(ViewInsets)
    case runs([TextRun])
    /// A ``ViewChoice``, by its number.
    case choice(UInt8)
    /// The number of an image.
    case image(UInt32)
}

/// Lengths at four edges, in points.
public struct ViewInsets: Sendable, Equatable {
    public var top: Double
    public var leading: Double
    public var bottom: Double
    public var trailing: Double

    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// A colour: one that a host has its own tone of, or fixed tones for light and dark.
public enum ViewColor: Sendable, Equatable {
    case system(SystemColor)
    /// Red, green, blue, alpha, one byte each, red the highest.
    case fixed(light: UInt32, dark: UInt32)

    /// The colours that belong to a host's looks.
    public enum SystemColor: UInt8, Sendable, CaseIterable {
        case label, secondaryLabel, tertiaryLabel, placeholder, link, separator, tint
        case background, secondaryBackground, groupedBackground, fill
    }
}

/// The style of a part of a text.
public struct TextRun: Sendable, Equatable {
    /// What is unusual about a part.
    public struct Style: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let bold = Style(rawValue: 1)
        public static let italic = Style(rawValue: 2)
        public static let underline = Style(rawValue: 4)
        public static let strikethrough = Style(rawValue: 8)
        public static let monospaced = Style(rawValue: 16)
        static let all: Style = [.bold, .italic, .underline, .strikethrough, .monospaced]
    }

    /// How many Unicode scalars of the text it covers, from where the run before ends.
    public var length: UInt32
    public var style: Style
    /// nil for that of the node.
    public var color: ViewColor?

    public init(length: UInt32, style: Style, color: ViewColor? = nil) {
        self.length = length
        self.style = style
        self.color = color
    }
}

/// What a node is to somebody who does not see it (`UIAccessibilityTraits`).
public struct ViewAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let button = Self(rawValue: 1)
    public static let link = Self(rawValue: 2)
    public static let header = Self(rawValue: 4)
    public static let image = Self(rawValue: 8)
    public static let selected = Self(rawValue: 16)
    public static let notEnabled = Self(rawValue: 32)
    public static let staticText = Self(rawValue: 64)
    public static let updatesFrequently = Self(rawValue: 128)
    public static let adjustable = Self(rawValue: 256)
}
