import FuzzSupport
import Testing

@testable import AppexTerminal

@Suite struct TerminalInputParserTests {
    private func parse(_ text: String) -> [TerminalInput] {
        var parser = TerminalInputParser()
        return parser.parse(text.utf8) + parser.flush()
    }

    @Test(
        arguments: [
            ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{1B}[Z", .backTab), ("\u{1B}", .escape),
            ("\u{7F}", .backspace),
            ("\u{8}", .backspace), ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right), ("\u{1B}[D", .left),
            ("\u{1B}[H", .home), ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
            ("\u{1B}[6;2~", .pageDown),
            ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
        ] as [(String, TerminalInput.Key)])
    func `the sequence of a key is the key, whole or byte by byte`(_ text: String, _ key: TerminalInput.Key) {
        #expect(parse(text) == [.key(key)])
        var parser = TerminalInputParser()
        var result: [TerminalInput] = []
        for byte in text.utf8 { result += parser.parse([byte]) }
        #expect(result + parser.flush() == [.key(key)])
    }

    @Test func `return and line feed together are one key`() {
        #expect(parse("\r\n") == [.key(.enter)])
        #expect(parse("\n\n") == [.key(.enter), .key(.enter)])
        #expect(parse("\rx\n") == [.key(.enter), .text("x"), .key(.enter)])
    }

    @Test func `an escape is a key only when nothing follows it`() {
        var parser = TerminalInputParser()
        #expect(parser.parse([0x1B]) == [])
        #expect(parser.pause != nil)
        #expect(parser.parse(Array("[A".utf8)) == [.key(.up)])
        #expect(parser.pause == nil)
        #expect(parser.parse([0x1B]) + parser.flush() == [.key(.escape)])
    }

    @Test func `a character is given out when its last byte has come`() {
        var parser = TerminalInputParser()
        var result: [TerminalInput] = []
        for byte in "漢🙂é".utf8 { result += parser.parse([byte]) }
        #expect(result == [.text("漢"), .text("🙂"), .text("é")])
        #expect(parse("aé漢") == [.text("aé漢")])
    }

    @Test func `clicks, drags and the wheel have their cell`() {
        #expect(parse("\u{1B}[<0;10;5M") == [.mouse(.press, CellPoint(x: 9, y: 4))])
        #expect(parse("\u{1B}[<32;1;1M") == [.mouse(.drag, CellPoint(x: 0, y: 0))])
        #expect(parse("\u{1B}[<0;10;5m") == [.mouse(.release, CellPoint(x: 9, y: 4))])
        #expect(parse("\u{1B}[<16;2;2M") == [.mouse(.press, CellPoint(x: 1, y: 1))])
        #expect(parse("\u{1B}[<64;3;4M\u{1B}[<65;3;4M").count == 2)
    }

    @Test(arguments: [
        "\u{1B}[<M", "\u{1B}[<0;0;0M", "\u{1B}[<1;2M", "\u{1B}[<9999999999999;1;1M", "\u{1B}[<-5;-1;-1M",
        "\u{1B}[99~", "\u{1B}[~", "\u{1B}[?1;2c", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}P1$r0m\u{1B}\\",
        "\u{1B}Oz", "\u{1B}x",
        "\u{1B}[\(String(repeating: "1;", count: 50_000))A", "\u{0}", "\u{1C}",
    ])
    func `a sequence that means nothing is dropped, and the next key is heard`(_ text: String) {
        #expect(parse(text + "\t") == [.key(.tab)])
    }

    @Test func `a paste is one text, whatever is in it`() {
        #expect(parse("\u{1B}[200~a\r\nb\u{1B}[A\tc\u{1B}[201~x") == [.paste("a\nb\u{1B}[A\tc"), .text("x")])
    }

    @Test func `a paste without an end takes bounded memory, and ends when it does`() {
        var parser = TerminalInputParser()
        _ = parser.parse("\u{1B}[200~".utf8)
        for _ in 0..<20 { #expect(parser.parse([UInt8](repeating: 0x61, count: 10_000)) == []) }
        let result = parser.parse("\u{1B}[201~".utf8)
        #expect(result == [.paste(String(repeating: "a", count: TerminalInputParser.pasteLimit))])
    }

    @Test func `a paste whose end is lost is over after a pause, and keys are heard again`() throws {
        var parser = TerminalInputParser()
        #expect(parser.parse("\u{1B}[200~lost\u{3}".utf8) == [])
        #expect(try #require(parser.pause) >= .seconds(1))
        #expect(parser.flush() == [.paste("lost\u{3}")])
        #expect(parser.pause == nil)
        #expect(parser.parse([0x03]) == [.key(.control("c"))])
    }

    @Test func `whatever bytes come, texts have no control characters and keys go on working`() {
        var generator = SeededGenerator(seed: 42)
        var parser = TerminalInputParser()
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            for case .text(let text) in parser.parse(bytes) {
                #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
            }
        }
        _ = parser.parse("\u{1B}\\\u{1B}[201~".utf8)
        _ = parser.flush()
        #expect(parser.parse("\t".utf8) == [.key(.tab)])
    }
}
