import OpenViewTree

/// The colours of an extension on a terminal, whose background nobody knows: the terminal's own for text, the extension's
/// for accents only, and none that might not be seen.
struct ViewColors {
    /// Whether the terminal is taken to be dark.
    let isDark: Bool

    static let tint = CellColor.palette(6)
    static let destructive = CellColor.palette(1)

    /// The style that a colour means for text.
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

    /// The colour itself, for what is to be seen as a colour; nil for one that is mostly not there.
    func swatch(_ color: ViewColor?) -> CellColor? {
        switch color {
        case .fixed(let light, let dark):
            let value = isDark ? dark : light
            return value & 0xFF < 0x20 ? nil : Self.cell(value)
        case .system(.tint), .system(.link): return Self.tint
        case nil, .system: return nil
        }
    }

    /// Neither nearly white nor nearly black: one of them is the background.
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
