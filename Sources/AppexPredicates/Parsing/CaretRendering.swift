/// A line with a caret below one of its characters.
struct CaretRendering {
    /// The largest number of characters shown, so that the line fits a terminal together with an indentation.
    static let width = 72

    let text: String

    /// - Parameter column: the column of the caret, from 1; may be one past the last character.
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
