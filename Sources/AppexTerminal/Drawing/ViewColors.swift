import OpenViewTree

/// Maps an extension's colours to a terminal whose background is unknown: text uses the terminal's own colours, the
/// extension's are accents, and none is invisible.
struct ViewColors {
    /// Whether the terminal is assumed to have a dark background.
    let isDark: Bool

    static let tint = CellColor.palette(6)
    static let destructive = CellColor.palette(1)

    /// The style for text in a colour.
    func style(_ color: ViewColor?) -> CellStyle {
        switch color {
        case nil: .plain
        case .system(let system): style(system)
        case .fixed(let light, let dark): CellStyle(readable(isDark ? dark : light))
        }
    }

    private func style(_ color: ViewColor.SystemColor) -> CellStyle {
        switch color {
        case .secondaryLabel, .tertiaryLabel, .placeholder, .separator: CellStyle(.standard, .dim)
        case .link, .tint: CellStyle(Self.tint)
        default: .plain
        }
    }

    /// The colour itself, for areas; nil if it is mostly transparent.
    func swatch(_ color: ViewColor?) -> CellColor? {
        switch color {
        case .fixed(let light, let dark):
            let value = isDark ? dark : light
            return value & 0xFF < 0x20 ? nil : Self.cell(value)
        case .system(.tint), .system(.link): return Self.tint
        case nil, .system: return nil
        }
    }

    /// A colour that is neither nearly white nor nearly black, since one of them is the background.
    private func readable(_ value: UInt32) -> CellColor {
        let parts = [24, 16, 8].map { Double((value >> $0) & 0xFF) / 255 }
        let brightness = parts[0] * 0.30 + parts[1] * 0.59 + parts[2] * 0.11
        return value & 0xFF < 0x20 || brightness < 0.2 || brightness > 0.85 ? .standard : Self.cell(value)
    }

    private static func cell(_ value: UInt32) -> CellColor {
        .rgb(
            UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 8))
    }
}
