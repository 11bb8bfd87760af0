import FuzzSupport
import Testing

@testable import AppexTerminal

@Suite struct CellCanvasTests {
    @Test(
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("─", 1), ("漢", 2), ("ア", 2), ("한", 2), ("Ａ", 2), ("🙂", 2),
            ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("\u{200D}", 0), ("\u{301}", 0), ("\u{7}", 0), ("\u{85}", 0),
            ("ﷺ", 1),
        ] as [(Character, Int)])
    func `a character takes the cells that terminals give it`(_ character: Character, _ width: Int) {
        #expect(character.displayWidth == width)
    }

    @Test(arguments: ["\u{1B}", "\u{7}", "\n", "\t", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{301}"])
    func `no character that steers a terminal comes into a cell`(_ text: String) {
        var canvas = CellCanvas(CellSize(width: 9, height: 1))
        canvas.put("a\(text)b", 0, 0, in: canvas.bounds)
        #expect(
            canvas.cells.allSatisfy { cell in
                cell.character.map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } } ?? true
            })
        #expect(canvas.lines == [text == "\u{301}" ? "a\u{301}b" : "ab"])
    }

    @Test func `a letter with more signs than any script has keeps a few`() throws {
        let heap = Character("a" + String(repeating: "\u{301}", count: 5000))
        let kept = try #require(heap.drawable)
        #expect(kept.unicodeScalars.count == 12)
    }

    @Test func `a wide character is never cut in half`() {
        var canvas = CellCanvas(CellSize(width: 5, height: 1))
        canvas.put("漢字漢", 0, 0, in: CellRect(x: 1, width: 3, height: 1))
        #expect(canvas.lines == ["  字"])
        canvas.put("x", 2, 0, in: canvas.bounds)
        #expect(canvas.lines == ["  x"])
        canvas.put("漢", 1, 0, in: canvas.bounds)
        #expect(canvas.lines == [" 漢"])
        canvas.put("y", 2, 0, in: canvas.bounds)
        #expect(canvas.lines == ["  y"])
    }

    @Test func `nothing is written for what is the same`() {
        var canvas = CellCanvas(CellSize(width: 10, height: 3))
        canvas.put("hello", 1, 1, in: canvas.bounds)
        #expect(canvas.changes(from: canvas, .full) == "")
    }

    @Test func `one changed letter is one move, one style and one letter`() {
        var old = CellCanvas(CellSize(width: 40, height: 10))
        old.put("a line of text", 3, 4, in: old.bounds)
        var new = old
        new.put("k", 5, 4, in: new.bounds)
        #expect(new.changes(from: old, .full) == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[5;6H\u{1B}[0mk\u{1B}[0m\u{1B}[?2026l")
    }

    @Test func `the cursor is shown where it is, and only then`() {
        var canvas = CellCanvas(CellSize(width: 4, height: 2))
        #expect(!canvas.changes(from: nil, .full).contains("\u{1B}[?25h"))
        let before = canvas
        canvas.cursor = CellPoint(x: 2, y: 1)
        #expect(canvas.changes(from: before, .full).contains("\u{1B}[2;3H\u{1B}[?25h"))
    }

    @Test func `what changes bring about is the picture they were made for`() {
        var generator = SeededGenerator(seed: 7)
        let size = CellSize(width: 12, height: 4)
        var model = TerminalScreenModel(size)
        var shown: CellCanvas?
        let texts = ["abc", "漢字", "x", " ", "🙂z", "ー", "é", "─│", "  ", "👨‍👩‍👧‍👦"]
        for step in 0..<3000 {
            var canvas = step % 100 == 0 ? CellCanvas(size) : shown ?? CellCanvas(size)
            for _ in 0..<3 {
                let text = texts.randomElement(using: &generator) ?? ""
                let (x, y) = (Int.random(in: -2..<12, using: &generator), Int.random(in: -1..<5, using: &generator))
                canvas.put(text, x, y, CellStyle(.palette(UInt8(step % 3))), in: canvas.bounds)
            }
            model.feed(canvas.changes(from: shown, .palette))
            shown = canvas
            #expect(model.unknown.isEmpty)
            let expected = (0..<size.height).map { y in
                String((0..<size.width).compactMap { canvas[$0, y].character })
            }
            guard model.lines == expected else {
                Issue.record("step \(step): \(model.lines) instead of \(expected)")
                return
            }
        }
    }

    @Test(arguments: [CellSize(width: 0, height: 0), CellSize(width: 1, height: 1), CellSize(width: -3, height: 5)])
    func `the smallest terminals can be drawn on`(_ size: CellSize) {
        var canvas = CellCanvas(size)
        canvas.put("漢a", -1, 0, in: CellRect(x: -5, y: -5, width: 100, height: 100))
        canvas.fill(CellRect(x: -4, y: -4, width: 9, height: 9), with: "x")
        _ = canvas.changes(from: CellCanvas(CellSize(width: 2, height: 2)), .full)
        #expect(canvas.cells.count == max(0, size.width) * max(0, size.height))
    }

    @Test(
        arguments: [
            ([:], ColorDepth.none), (["TERM": "dumb"], .none), (["TERM": "xterm"], .sixteen),
            (["TERM": "screen-256color"], .palette), (["TERM": "xterm", "COLORTERM": "truecolor"], .full),
            (["TERM": "xterm-256color", "COLORTERM": "24bit", "NO_COLOR": "1"], .none),
            (["TERM": "xterm-256color", "NO_COLOR": ""], .palette),
        ] as [([String: String], ColorDepth)])
    func `the environment says how many colours there are`(_ environment: [String: String], _ depth: ColorDepth) {
        #expect(ColorDepth(environment) == depth)
    }

    @Test(arguments: [
        (ColorDepth.none, "0;1"), (.sixteen, "0;1;31;106"), (.palette, "0;1;38;5;196;106"),
        (.full, "0;1;38;2;255;0;0;106"),
    ])
    func `a style is written in the colours that there are`(_ depth: ColorDepth, _ codes: String) {
        let style = CellStyle(.rgb(255, 0, 0), on: .palette(14), .bold)
        #expect(depth.sequence(for: style) == "\u{1B}[\(codes)m")
    }
}
