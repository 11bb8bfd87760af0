import AppexPages
import Foundation
import OpenViewTree
import Testing

@testable import appex_web

@Suite struct TabCallTests {
    private static let traits =
        "{\"width\":320,\"height\":480,\"scale\":2,\"isDark\":false,\"isRightToLeft\":false,\"language\":\"en\"}"

    private static func input(_ event: String, _ values: String) -> String {
        "{\"n\":0,\"do\":\"input\",\"session\":1,\"event\":{\"number\":1,\"node\":2,\"event\":\"\(event)\",\(values)}}"
    }

    static let calls = [
        "{\"n\":1,\"do\":\"hello\"}", "{\"n\":1,\"do\":\"photos\"}", "{\"n\":1,\"do\":\"undo\",\"photo\":\"a\"}",
        "{\"n\":1,\"do\":\"undo\",\"photo\":\"a\",\"version\":\"b\"}",
        "{\"n\":1,\"do\":\"revert\",\"photo\":\"a\"}", "{\"n\":1,\"do\":\"finish\",\"session\":1}",
        "{\"n\":1,\"do\":\"leave\",\"session\":1}",
        "{\"n\":1,\"do\":\"start\",\"id\":\"a\",\"things\":{\"edit\":\"a\"},\"traits\":\(traits)}",
        "{\"n\":1,\"do\":\"saveNote\",\"text\":\"a\"}",
        "{\"n\":1,\"do\":\"saveNote\",\"id\":\"b\",\"text\":\"a\",\"changed\":7}",
        "{\"n\":1,\"do\":\"candidates\",\"things\":{\"photos\":[\"a\"]}}",
        "{\"n\":1,\"do\":\"elect\",\"id\":\"a\",\"on\":true}", "{\"n\":1,\"do\":\"order\",\"ids\":[\"a\"]}",
        "{\"n\":1,\"do\":\"start\",\"id\":\"a\",\"things\":{\"note\":\"a\",\"link\":true},\"traits\":\(traits)}",
        "{\"n\":1,\"do\":\"start\",\"id\":\"a\",\"traits\":\(traits)}", "{\"n\":1,\"do\":\"cancel\",\"session\":1}",
        "{\"n\":1,\"do\":\"setLimit\",\"subject\":\"a\",\"key\":\"memory\"}",
        "{\"n\":1,\"do\":\"report\",\"id\":\"a\"}",
        "{\"n\":0,\"do\":\"input\",\"session\":1,\"event\":{\"number\":1,\"node\":2,\"event\":\"edit\",\"text\":\"a\",\"start\":1,\"end\":1}}",
        input("hold", "\"phase\":\"began\",\"x\":0.5,\"y\":0"),
        input("drag", "\"phase\":\"changed\",\"x\":0.5,\"y\":0,\"dx\":-0.5,\"dy\":2"),
        input("pinch", "\"phase\":\"cancelled\",\"x\":0.5,\"y\":0,\"scale\":1.5"),
        "{\"n\":0,\"do\":\"traits\",\"session\":1,\"traits\":\(traits)}", "{\"n\":1,\"do\":\"setWidgets\",\"ids\":[]}",
    ]

    @Test(arguments: calls) func `a call of the page is read`(text: String) throws {
        _ = try JSONDecoder().decode(TabCall.self, from: Data(text.utf8))
    }

    @Test(
        arguments: [
            ("hold", .hold(.began, at: ViewPoint(x: 1, y: 2))),
            ("drag", .drag(.began, at: ViewPoint(x: 1, y: 2), by: ViewPoint(x: 3, y: 4))),
            ("pinch", .pinch(.began, at: ViewPoint(x: 1, y: 2), scale: 5)),
        ] as [(String, ViewEvent)])
    func `a gesture of the page is the one that the extension gets`(name: String, event: ViewEvent) throws {
        let values = "\"phase\":\"began\",\"x\":1,\"y\":2,\"dx\":3,\"dy\":4,\"scale\":5"
        let call = try JSONDecoder().decode(TabCall.self, from: Data(Self.input(name, values).utf8))
        guard case .input(_, let input) = call.action else {
            Issue.record("\(call)")
            return
        }
        #expect(input.event == event)
    }

    @Test func `a call with a part missing or of another kind is refused`() {
        let wrong = [
            "{\"n\":1,\"do\":\"finish\"}", "{\"n\":1,\"do\":\"leave\",\"session\":\"1\"}",
            "{\"n\":1,\"do\":\"start\",\"id\":\"a\",\"things\":{\"edit\":[\"a\"]},\"traits\":\(Self.traits)}",
            "{\"do\":\"photos\"}", "{\"n\":1,\"do\":\"undo\"}", "{\"n\":1,\"do\":\"undo\",\"photo\":{}}",
            "{\"n\":1,\"do\":\"candidates\",\"things\":{\"photos\":[]}}",
            "{\"n\":1,\"do\":\"candidates\",\"things\":{}}",
            "{\"n\":1,\"do\":\"input\",\"session\":1,\"event\":{\"number\":1,\"node\":-2,\"event\":\"activate\"}}",
            "{\"n\":1,\"do\":\"input\",\"session\":1,\"event\":{\"number\":1,\"node\":2,\"event\":\"explode\"}}",
            Self.input("hold", "\"x\":0,\"y\":0"), Self.input("hold", "\"phase\":\"possible\",\"x\":0,\"y\":0"),
            Self.input("hold", "\"phase\":\"began\",\"x\":0,\"y\":null"),
            Self.input("drag", "\"phase\":\"began\",\"x\":0,\"y\":0,\"dx\":0"),
            Self.input("pinch", "\"phase\":\"began\",\"x\":0,\"y\":0"),
        ]
        for text in wrong {
            #expect(throws: DecodingError.self, "\(text)") {
                try JSONDecoder().decode(TabCall.self, from: Data(text.utf8))
            }
        }
        let many = (0...WebLimits.sharedItems).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                TabCall.self, from: Data("{\"n\":1,\"do\":\"candidates\",\"things\":{\"photos\":[\(many)]}}".utf8))
        }
    }

    @Test func `no change of a call's bytes traps`() {
        var generator = SystemRandomNumberGenerator()
        for text in Self.calls {
            for _ in 0..<200 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                        in: .min ... .max, using: &generator)
                }
                _ = try? JSONDecoder().decode(TabCall.self, from: Data(bytes))
            }
        }
    }
}
