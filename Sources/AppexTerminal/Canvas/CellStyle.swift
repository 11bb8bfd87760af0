/// A terminal colour.
enum CellColor: Hashable {
    /// The terminal's default, which matches the background that the user has chosen.
    case standard
    /// One of the first sixteen colours, which the user may have customized.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// The style of a cell.
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
    /// With ``CellColor/standard``, the background below shows through.
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
