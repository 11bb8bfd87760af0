/// A grid of styled cells: the content of a terminal.
///
/// Whatever is drawn, each cell contains only one visible character.
struct CellCanvas: Equatable {
    struct Cell: Equatable {
        /// nil for the second half of a wide character.
        var character: Character?
        var style: CellStyle
    }

    let size: CellSize
    private(set) var cells: [Cell]
    /// The position of the text cursor; nil hides it.
    var cursor: CellPoint?

    /// Creates an empty grid.
    init(_ size: CellSize) {
        self.size = CellSize(width: max(0, size.width), height: max(0, size.height))
        cells = Array(
            repeating: Cell(character: " ", style: .plain), count: self.size.width * self.size.height)
    }

    var bounds: CellRect { CellRect(width: size.width, height: size.height) }

    subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

    /// Writes a text on one line, clipped.
    ///
    /// - Parameter clip: the visible area.
    /// - Returns: the column after the text, as if it were not clipped.
    @discardableResult
    mutating func put(_ text: String, _ x: Int, _ y: Int, _ style: CellStyle = .plain, in clip: CellRect) -> Int {
        var x = x
        for character in text {
            // Line ends have been handled before; other control characters have no place in a line.
            guard let visible = character.drawable else { continue }
            put(visible, x, y, style, in: clip)
            x += visible.displayWidth
            if x >= clip.maxX { break }
        }
        return x
    }

    /// Writes one drawable character.
    mutating func put(_ character: Character, _ x: Int, _ y: Int, _ style: CellStyle, in clip: CellRect) {
        let seen = clip.intersection(bounds)
        let width = character.displayWidth
        guard y >= seen.y, y < seen.maxY, x < seen.maxX, x + width > seen.x, width > 0 else { return }
        guard x >= seen.x, x + width <= seen.maxX else {
            // Half of a wide character cannot be drawn.
            for column in max(x, seen.x)..<min(x + width, seen.maxX) { set(column, y, " ", style) }
            return
        }
        set(x, y, character, style)
        if width == 2 { set(x + 1, y, nil, style) }
    }

    /// Fills a rectangle with a character of one cell.
    mutating func fill(_ rect: CellRect, with character: Character = " ", _ style: CellStyle = .plain) {
        let seen = rect.intersection(bounds)
        guard !seen.isEmpty else { return }
        for y in seen.y..<seen.maxY {
            for x in seen.x..<seen.maxX { set(x, y, character, style, covering: true) }
        }
    }

    /// Changes the style of existing cells.
    mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
        let seen = rect.intersection(bounds)
        guard !seen.isEmpty else { return }
        for y in seen.y..<seen.maxY {
            for x in seen.x..<seen.maxX { change(&cells[y * size.width + x].style) }
        }
    }

    /// - Parameter covering: whether the terminal's own background replaces the background below.
    private mutating func set(_ x: Int, _ y: Int, _ character: Character?, _ style: CellStyle, covering: Bool = false) {
        let index = y * size.width + x
        // Overwriting one half of a wide character erases the other half.
        if cells[index].character == nil, character != nil, x > 0, cells[index - 1].character?.displayWidth == 2 {
            cells[index - 1].character = " "
        }
        if let old = cells[index].character, old.displayWidth == 2, x + 1 < size.width,
            cells[index + 1].character == nil
        {
            cells[index + 1].character = " "
        }
        var style = style
        if style.background == .standard && !covering { style.background = cells[index].style.background }
        cells[index] = Cell(character: character, style: style)
    }

    /// The text of each line, without trailing blanks.
    var lines: [String] {
        (0..<size.height).map { y in
            let line = String((0..<size.width).compactMap { self[$0, y].character })
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
