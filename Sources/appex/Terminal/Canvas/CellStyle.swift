/// A colour of a terminal.
enum CellColor: Hashable {
    /// The terminal's own, which fits the background that its user has chosen.
    case standard
    /// One of the first sixteen, whose tones the user has chosen.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// How a cell is written.
struct CellStyle: Hashable {
    struct Attributes: OptionSet, Hashable {
        let rawValue: UInt8

        static let bold = Self(rawValue: 1)
        static let dim = Self(rawValue: 2)
        static let italic = Self(rawValue: 4)
        static let underline = Self(rawValue: 8)
        static let reverse = Self(rawValue: 16)
        static let strikethrough = Self(rawValue: 32)
    }

    var foreground: CellColor
    /// ``CellColor/standard`` lets through what is below.
    var background: CellColor
    var attributes: Attributes

    init(_ foreground: CellColor = .standard, on background: CellColor = .standard, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    static let plain = CellStyle()

    func adding(_ more: Attributes) -> CellStyle {
        CellStyle(foreground, on: background, attributes.union(more))
    }
}
