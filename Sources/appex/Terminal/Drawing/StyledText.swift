import OpenViewTree

/// A text as cells: characters that can be seen, their widths and the style of each, broken into lines where needed.
struct StyledText {
    struct Glyph {
        let character: Character
        let width: Int
        /// Which of ``styles`` it has.
        let style: Int
    }

    let glyphs: [Glyph]
    /// The first is that of the whole text.
    let styles: [TextRun]
    /// The widest of the lines that the text has by itself.
    let width: Int

    /// - Parameter runs: the styles of its parts; what they do not cover has none.
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
            // A place in the text stays a place, also that of a character that cannot be seen.
            let glyph = Glyph(character: seen ?? " ", width: seen?.displayWidth ?? 0, style: style)
            glyphs.append(glyph)
            line += glyph.width
            widest = max(widest, line)
        }
        self.glyphs = glyphs
        styles = [TextRun(length: 0, style: [])] + runs
        width = widest
    }

    /// The lines in a room that many cells wide: where each begins and ends, without the blank or line feed it was broken at.
    func lines(in room: Int) -> [Range<Int>] {
        let room = max(1, room)
        var lines: [Range<Int>] = []
        var start = 0
        var width = 0
        // After the last blank of the line.
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

    /// The cells that a part of it takes.
    func width(of range: Range<Int>) -> Int {
        glyphs[range].reduce(0) { $0 + $1.width }
    }

    /// As many glyphs from the beginning of a range as fit, with room for an ellipsis.
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
    /// Where the paragraph ends that goes on at a place.
    func lineEnd(_ start: Int) -> Int {
        glyphs[start...].firstIndex { $0.character == "\n" } ?? glyphs.count
    }
}
