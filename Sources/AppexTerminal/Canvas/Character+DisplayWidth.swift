extension Character {
    /// The number of terminal cells it takes: 0, 1 or 2.
    ///
    /// Terminals disagree about the newest emoji, so code that draws one sets the cursor position afterwards.
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return first.value < 0x20 || (0x7F..<0xA0).contains(first.value) ? 0 : widthAsEmoji }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .surrogate: return 0
        default: return first.isWide ? 2 : widthAsEmoji
        }
    }

    /// 2 if a variation selector requests emoji presentation.
    private var widthAsEmoji: Int {
        unicodeScalars.count > 1 && unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }

    /// The character as it may be written into a cell: without control characters, and with no more combining marks
    /// than any script needs. Nil if nothing of it is visible.
    var drawable: Character? {
        if isASCII { return unicodeScalars.first.map { $0.value >= 0x20 && $0.value < 0x7F } == true ? self : nil }
        guard displayWidth > 0 else { return nil }
        let scalars = unicodeScalars
        let isPlain = scalars.count <= 12 && !scalars.contains(where: \.isSteering)
        if isPlain { return self }
        var text = String.UnicodeScalarView()
        for scalar in scalars.prefix(12) where !scalar.isSteering { text.append(scalar) }
        return String(text).first
    }
}

extension Unicode.Scalar {
    /// Whether it could control a terminal or reorder the text around it.
    fileprivate var isSteering: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x206F, 0x2028, 0x2029: true
        default: false
        }
    }

    /// East Asian wide and full-width characters, and emoji.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
            0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}
