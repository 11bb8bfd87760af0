/// A line with a caret below one of its characters.
struct CaretRendering {
    /// How many characters are shown at most: what fits a terminal beside an indentation.
    static let width = 72

    let text: String

    /// - Parameter column: of the caret, from 1; may be one behind the last character.
    init(line: Substring, column: Int) {
        let place = column - 1
        var shown = line.dropFirst(max(0, place - Self.width / 2))
        var beginning = ""
        if shown.startIndex != line.startIndex {
            shown = shown.dropFirst()
            beginning = "…"
        }
        var end = ""
        if shown.dropFirst(Self.width - 1).first != nil {
            shown = shown.prefix(Self.width - 2)
            end = "…"
        }
        let caret = min(place, Self.width / 2)
        text = beginning + shown.printable + end + "\n" + String(repeating: " ", count: caret) + "^"
    }
}
