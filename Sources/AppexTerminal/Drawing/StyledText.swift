import OpenViewTree

/// A text as cells: its visible characters, their widths and styles, and how to break it into lines.
struct StyledText {
    struct Glyph {
        let character: Character
        let width: Int
        /// An index into ``styles``.
        let style: Int
    }

    let glyphs: [Glyph]
    /// The styles; the first is that of the whole text.
    let styles: [TextRun]
    /// The width of the widest line before wrapping.
    let width: Int

    /// - Parameter runs: the styles of ranges; the rest of the text has none.
    init(_ text: String, runs: [TextRun] = [], isSecure: Bool = false) {
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(text.utf8.count)
        var run = 0
        var left = runs.first.map { Int($0.length) } ?? 0
        var line = 0
        var widest = 0
        for character in text {
            while run < runs.count && left <= 0 {
                run += 1
                left += run < runs.count ? Int(runs[run].length) : 0
            }
            let style = run < runs.count ? run + 1 : 0
            left -= character.unicodeScalars.count
            if character.isNewline {
                glyphs.append(Glyph(character: "\n", width: 0, style: style))
                line = 0
                continue
            }
            let seen = isSecure ? "•" : character == "\t" ? " " : character.drawable
            // Every character remains a position in the text, even one that is invisible.
            let glyph = Glyph(character: seen ?? " ", width: seen?.displayWidth ?? 0, style: style)
            glyphs.append(glyph)
            line += glyph.width
            widest = max(widest, line)
        }
        self.glyphs = glyphs
        styles = [TextRun(length: 0, style: [])] + runs
        width = widest
    }

    /// The lines for a width in cells: for each its range, without the blank or line feed at which it was broken.
    func lines(in room: Int) -> [Range<Int>] {
        let room = max(1, room)
        var lines: [Range<Int>] = []
        var start = 0
        var width = 0
        // After the last blank of the line.
        /// The position after the last blank of the line.
        var breaking: Int?
        var index = 0
        while index < glyphs.count {
            let glyph = glyphs[index]
            if glyph.character == "\n" {
                lines.append(start..<index)
                (start, width, breaking) = (index + 1, 0, nil)
            } else if width + glyph.width > room && index > start {
                if glyph.character == " " {
                    lines.append(start..<index)
                    (start, width, breaking) = (index + 1, 0, nil)
                } else if let place = breaking {
                    lines.append(start..<place - 1)
                    (start, breaking) = (place, nil)
                    width = glyphs[place...index].reduce(0) { $0 + $1.width }
                } else {
                    lines.append(start..<index)
                    (start, width) = (index, glyph.width)
                }
            } else {
                width += glyph.width
                if glyph.character == " " { breaking = index + 1 }
            }
            index += 1
        }
        lines.append(start..<glyphs.count)
        return lines
    }

    /// The cells that a range takes.
    func width(of range: Range<Int>) -> Int {
        glyphs[range].reduce(0) { $0 + $1.width }
    }

    /// As many glyphs from the start of a range as fit, leaving room for an ellipsis.
    func truncated(_ range: Range<Int>, to room: Int) -> Range<Int> {
        var width = 0
        var end = range.upperBound
        for index in range {
            width += glyphs[index].width
            guard width > room - 1 else { continue }
            end = index
            break
        }
        while end > range.lowerBound, glyphs[end - 1].character == " " { end -= 1 }
        return range.lowerBound..<end
    }
}

extension StyledText {
    /// The end of the paragraph that contains a position.
    func lineEnd(_ start: Int) -> Int {
        glyphs[start...].firstIndex { $0.character == "\n" } ?? glyphs.count
    }
}
