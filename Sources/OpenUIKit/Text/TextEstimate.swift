import Foundation

/// An estimate of the place that a text needs. Hosts draw texts, in fonts that an extension does not know.
struct TextEstimate {
    private let font: UIFont

    /// Makes an estimate for a font; `nil` for the default font of 12 points.
    init(_ font: UIFont?) { self.font = font ?? UIFont(size: 12) }

    /// The place at which a text ends.
    struct End {
        /// The number of lines before the last one.
        var lines = 0
        /// The length of the last line in points.
        var width: CGFloat = 0
        /// The length of the longest line in points.
        var widest: CGFloat = 0
    }

    /// The height of a line in points.
    var lineHeight: CGFloat { font.lineHeight }

    /// The place at which a text ends whose lines are broken at a width in points.
    func end(of text: some StringProtocol, width: CGFloat) -> End {
        var end = End()
        for scalar in text.unicodeScalars {
            let advance = advance(of: scalar)
            let isBreak = scalar.properties.generalCategory == .control && scalar.value == 0x0A
            if isBreak || (end.width > 0 && end.width + advance > width) {
                end.lines += 1
                end.width = 0
            }
            if !isBreak { end.width += advance }
            end.widest = max(end.widest, end.width)
        }
        return end
    }

    private func advance(of scalar: Unicode.Scalar) -> CGFloat {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // From here on are the scripts of East Asia and pictures, whose characters are as wide as they are high.
        if scalar.value >= 0x1100 && !(0x1E00...0x2E7F).contains(scalar.value) { return font.pointSize }
        return font.pointSize * (font.isMonospaced ? 0.6 : 0.52)
    }
}
