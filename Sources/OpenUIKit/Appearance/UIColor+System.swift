import OpenViewTree

/// Semantic colours. The host draws them in its own tones; the values here are used where code asks for components.
extension UIColor {
    private convenience init(_ color: ViewColor.SystemColor, _ light: UInt32, _ dark: UInt32, _ alpha: Double = 1) {
        self.init(.system(color), light: RGBA(hex: light, alpha: alpha), dark: RGBA(hex: dark, alpha: alpha))
    }

    /// Primary text.
    public static let label = UIColor(.label, 0x000000, 0xFFFFFF)
    /// Secondary text.
    public static let secondaryLabel = UIColor(.secondaryLabel, 0x3C3C43, 0xEBEBF5, 0.6)
    /// Tertiary text.
    public static let tertiaryLabel = UIColor(.tertiaryLabel, 0x3C3C43, 0xEBEBF5, 0.3)
    /// The faintest text; hosts draw it as ``tertiaryLabel``.
    public static let quaternaryLabel = UIColor(.tertiaryLabel, 0x3C3C43, 0xEBEBF5, 0.18)
    /// Placeholders of text fields.
    public static let placeholderText = UIColor(.placeholder, 0x3C3C43, 0xEBEBF5, 0.3)
    /// Links.
    public static let link = UIColor(.link, 0x007AFF, 0x0984FF)
    /// Lines between content, which may be translucent.
    public static let separator = UIColor(.separator, 0x3C3C43, 0x545458, 0.3)
    /// Lines between content; hosts draw them as ``separator``.
    public static let opaqueSeparator = UIColor(.separator, 0xC6C6C8, 0x38383A)
    /// The colour of controls that have no other tint.
    public static let tintColor = UIColor(.tint, 0x007AFF, 0x0A84FF)
    /// The main background.
    public static let systemBackground = UIColor(.background, 0xFFFFFF, 0x000000)
    /// The background of grouped content on the main background.
    public static let secondarySystemBackground = UIColor(.secondaryBackground, 0xF2F2F7, 0x1C1C1E)
    /// The background of content inside a group; hosts draw it as ``systemBackground``.
    public static let tertiarySystemBackground = UIColor(.background, 0xFFFFFF, 0x2C2C2E)
    /// The main background of a grouped interface.
    public static let systemGroupedBackground = UIColor(.groupedBackground, 0xF2F2F7, 0x000000)
    /// The background of content in a grouped interface; hosts draw it as ``systemBackground``.
    public static let secondarySystemGroupedBackground = UIColor(.background, 0xFFFFFF, 0x1C1C1E)
    /// The background of grouped content inside a group; hosts draw it as ``systemGroupedBackground``.
    public static let tertiarySystemGroupedBackground = UIColor(.groupedBackground, 0xF2F2F7, 0x2C2C2E)
    /// The fill of thin and small shapes.
    public static let systemFill = UIColor(.fill, 0x787880, 0x787880, 0.2)
    /// The fill of shapes of medium size; hosts draw it as ``systemFill``.
    public static let secondarySystemFill = UIColor(.fill, 0x787880, 0x787880, 0.16)
    /// The fill of large shapes; hosts draw it as ``systemFill``.
    public static let tertiarySystemFill = UIColor(.fill, 0x767680, 0x767680, 0.12)
    /// The fill of large areas with complex content; hosts draw it as ``systemFill``.
    public static let quaternarySystemFill = UIColor(.fill, 0x747480, 0x767680, 0.08)
}

/// Colours with fixed values for the light and dark appearance.
extension UIColor {
    private convenience init(_ light: UInt32, _ dark: UInt32) {
        self.init(light: RGBA(hex: light), dark: RGBA(hex: dark))
    }

    /// Red.
    public static let systemRed = UIColor(0xFF3B30, 0xFF453A)
    /// Orange.
    public static let systemOrange = UIColor(0xFF9500, 0xFF9F0A)
    /// Yellow.
    public static let systemYellow = UIColor(0xFFCC00, 0xFFD60A)
    /// Green.
    public static let systemGreen = UIColor(0x34C759, 0x30D158)
    /// Mint.
    public static let systemMint = UIColor(0x00C7BE, 0x63E6E2)
    /// Teal.
    public static let systemTeal = UIColor(0x30B0C7, 0x40C8E0)
    /// Cyan.
    public static let systemCyan = UIColor(0x32ADE6, 0x64D2FF)
    /// Blue.
    public static let systemBlue = UIColor(0x007AFF, 0x0A84FF)
    /// Indigo.
    public static let systemIndigo = UIColor(0x5856D6, 0x5E5CE6)
    /// Purple.
    public static let systemPurple = UIColor(0xAF52DE, 0xBF5AF2)
    /// Pink.
    public static let systemPink = UIColor(0xFF2D55, 0xFF375F)
    /// Brown.
    public static let systemBrown = UIColor(0xA2845E, 0xAC8E68)
    /// The base grey.
    public static let systemGray = UIColor(0x8E8E93, 0x8E8E93)
    /// The second grey; each further grey is closer to the background.
    public static let systemGray2 = UIColor(0xAEAEB2, 0x636366)
    /// The third grey.
    public static let systemGray3 = UIColor(0xC7C7CC, 0x48484A)
    /// The fourth grey.
    public static let systemGray4 = UIColor(0xD1D1D6, 0x3A3A3C)
    /// The fifth grey.
    public static let systemGray5 = UIColor(0xE5E5EA, 0x2C2C2E)
    /// The sixth grey, the closest to the background.
    public static let systemGray6 = UIColor(0xF2F2F7, 0x1C1C1E)
}

/// Colours that are the same in both appearances. Components are red, green, blue and alpha.
extension UIColor {
    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A grey of one third white.
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    /// A grey of two thirds white.
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// A grey of one half white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Red: (1, 0, 0).
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Green: (0, 1, 0).
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Blue: (0, 0, 1).
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Cyan: (0, 1, 1).
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Yellow: (1, 1, 0).
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Magenta: (1, 0, 1).
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Orange: (1, 0.5, 0).
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Purple: (0.5, 0, 0.5).
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// Brown: (0.6, 0.4, 0.2).
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// Transparent black.
    public static let clear = UIColor(white: 0, alpha: 0)
}
