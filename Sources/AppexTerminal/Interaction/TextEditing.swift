import AppexModel
import OpenViewTree

/// A text that is being edited, and its cursor.
struct TextEditing: Equatable {
    private(set) var characters: [Character]
    /// The number of characters before the cursor.
    private(set) var cursor: Int
    /// Whether it may contain line feeds.
    private let isMultiline: Bool

    init(_ text: String, cursor: Int, isMultiline: Bool) {
        characters = Array(text)
        self.cursor = min(max(0, cursor), characters.count)
        self.isMultiline = isMultiline
    }

    var text: String { String(characters) }

    /// The cursor position in UTF-16 code units, as the extension counts.
    var selection: UInt32 { UInt32(clamping: String(characters[..<cursor]).utf16.count) }

    /// Inserts typed or pasted text; control characters, and text beyond the limit, are left out.
    mutating func insert(_ new: String) {
        let keepsLines = isMultiline
        let lines = new.escapingScalars { $0 == "\t" || $0 == "\n" && !keepsLines ? " " : nil }
        var room = ViewLimits.textBytes - text.utf8.count
        var added: [Character] = []
        for character in lines {
            guard let character = character == "\n" ? character : character.drawable else { continue }
            room -= character.utf8.count
            guard room >= 0 else { break }
            added.append(character)
        }
        characters.insert(contentsOf: added, at: cursor)
        cursor += added.count
    }

    /// Applies an editing key.
    ///
    /// - Parameter width: cells of a line, for moving up and down.
    /// - Returns: false if the key does not edit text.
    mutating func apply(_ key: TerminalInput.Key, width: Int) -> Bool {
        switch key {
        case .backspace: remove(cursor - 1..<cursor)
        case .delete: remove(cursor..<cursor + 1)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = lineStart
        case .end, .control("e"): cursor = lineEnd
        case .control("u"): remove(lineStart..<cursor)
        case .control("k"): remove(cursor..<lineEnd)
        case .control("w"): remove(wordStart..<cursor)
        case .enter where isMultiline: insert("\n")
        case .up where isMultiline: move(by: -1, width)
        case .down where isMultiline: move(by: 1, width)
        default: return false
        }
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<characters.count)
        characters.removeSubrange(range)
        if cursor > range.lowerBound { cursor = max(range.lowerBound, cursor - range.count) }
    }

    // Own text: what the user has typed.
    private var lineStart: Int { characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }
    // Own text: what the user has typed.
    private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

    private var wordStart: Int {
        var place = cursor
        while place > 0, characters[place - 1] == " " { place -= 1 }
        while place > 0, characters[place - 1] != " ", characters[place - 1] != "\n" { place -= 1 }
        return place
    }

    /// Moves to the line above or below, to the same column if the line is long enough.
    private mutating func move(by step: Int, _ width: Int) {
        let styled = StyledText(text)
        let lines = styled.lines(in: width)
        guard let line = lines.lastIndex(where: { $0.lowerBound <= cursor }) else { return }
        let target = line + step
        guard lines.indices.contains(target) else {
            cursor = step < 0 ? 0 : characters.count
            return
        }
        var column = styled.width(of: lines[line].lowerBound..<max(lines[line].lowerBound, cursor))
        cursor = lines[target].lowerBound
        while cursor < lines[target].upperBound, column >= styled.glyphs[cursor].width {
            column -= styled.glyphs[cursor].width
            cursor += 1
        }
    }
}
