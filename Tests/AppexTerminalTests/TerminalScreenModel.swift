@testable import AppexTerminal

/// A terminal as far as the canvas needs one: it knows the sequences that are written, and fails at any other.
struct TerminalScreenModel {
    private(set) var cells: [[Character?]]
    private(set) var unknown: [String] = []
    private var x = 0
    private var y = 0

    init(_ size: CellSize) {
        cells = Array(repeating: Array(repeating: " ", count: size.width), count: size.height)
    }

    var lines: [String] { cells.map { String($0.compactMap { $0 }) } }

    mutating func feed(_ text: String) {
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                put(character)
                continue
            }
            guard rest.popFirst() == "[" else {
                unknown.append("escape")
                continue
            }
            let parameters = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(parameters.count)
            switch (rest.popFirst(), parameters.first) {
            case ("H", _):
                let numbers = parameters.split(separator: ";").compactMap { Int($0) }
                (y, x) = (numbers[0] - 1, numbers[1] - 1)
            case ("J", _): self = TerminalScreenModel(CellSize(width: cells[0].count, height: cells.count))
            case ("m", _), ("h", "?"), ("l", "?"): break
            default: unknown.append(String(parameters))
            }
        }
    }

    private mutating func put(_ character: Character) {
        guard cells.indices.contains(y), cells[y].indices.contains(x) else { return unknown.append("outside") }
        guard let width = character.drawable?.displayWidth, width > 0 else { return unknown.append("undrawable") }
        // Half of a wide character cannot stay.
        if cells[y][x] == nil, x > 0 { cells[y][x - 1] = " " }
        let last = x + width - 1
        if last + 1 < cells[y].count, cells[y][last + 1] == nil { cells[y][last + 1] = " " }
        cells[y][x] = character
        if width == 2, x + 1 < cells[y].count { cells[y][x + 1] = nil }
        x += width
    }
}
