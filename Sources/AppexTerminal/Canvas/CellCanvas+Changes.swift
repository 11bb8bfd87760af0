extension CellCanvas {
    /// The shortest output that turns what a terminal shows into this canvas: escape sequences and text.
    ///
    /// - Parameter old: what the terminal shows; nil if unknown, and everything is drawn.
    func changes(from old: CellCanvas?, _ depth: ColorDepth) -> String {
        var writer = ChangeWriter(depth: depth)
        let known = old?.size == size ? old : nil
        if known == nil { writer.output += "\u{1B}[0m\u{1B}[2J" }
        for y in 0..<size.height {
            for x in 0..<size.width {
                let cell = self[x, y]
                guard let character = cell.character else { continue }
                if let known {
                    let isSame =
                        known[x, y] == cell
                        && (character.displayWidth < 2 || (x + 1 < size.width && known[x + 1, y] == self[x + 1, y]))
                    if isSame { continue }
                } else if cell == Cell(character: " ", style: .plain) {
                    continue
                }
                writer.write(character, cell.style, x, y)
            }
        }
        if let known, known.cursor == cursor, writer.output.isEmpty { return "" }
        return writer.finished(cursor)
    }

    /// Writes changes, and keeps track of the terminal's cursor and style.
    private struct ChangeWriter {
        let depth: ColorDepth
        var output = ""
        private var place: CellPoint?
        private var style: CellStyle?

        init(depth: ColorDepth) { self.depth = depth }

        mutating func write(_ character: Character, _ style: CellStyle, _ x: Int, _ y: Int) {
            if place != CellPoint(x: x, y: y) { output += "\u{1B}[\(y + 1);\(x + 1)H" }
            if self.style != style { output += depth.sequence(for: style) }
            self.style = style
            output.append(character)
            // Where terminals may disagree about a character's width, the cursor position counts as unknown.
            place = character.isASCII || character.isBoxOrLetter ? CellPoint(x: x + 1, y: y) : nil
        }

        /// Everything as one synchronized update, where the terminal supports that, so that no partial screen is
        /// visible.
        func finished(_ cursor: CellPoint?) -> String {
            let place = cursor.map { "\u{1B}[\($0.y + 1);\($0.x + 1)H\u{1B}[?25h" } ?? ""
            return "\u{1B}[?2026h\u{1B}[?25l" + output + "\u{1B}[0m" + place + "\u{1B}[?2026l"
        }
    }
}

extension Character {
    /// Whether it is one scalar that every terminal draws in one cell.
    fileprivate var isBoxOrLetter: Bool {
        guard unicodeScalars.count == 1, let value = unicodeScalars.first?.value else { return false }
        return (0xC0..<0x300).contains(value) || (0x2500...0x259F).contains(value) || (0x2800...0x28FF).contains(value)
    }
}
