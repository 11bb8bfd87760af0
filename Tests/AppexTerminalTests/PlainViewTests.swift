import OpenViewTree
import Testing

@testable import AppexTerminal

@Suite struct PlainViewTests {
    private var tree: ViewTree {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        let bar = builder.add(.navigationBar, to: screen, [.title: .text("Post\u{1B}card")])
        builder.add(.barButton, to: bar, [.text: .text("Post")])
        builder.add(.label, to: screen, [.text: .text("Two\nlines")])
        builder.add(.textView, to: screen, [.text: .text("hello"), .accessibilityLabel: .text("Message")])
        builder.add(.toggle, to: screen, [.title: .text("Public"), .isOn: .flag(true)])
        builder.add(.slider, to: screen, [.value: .number(0.25), .accessibilityLabel: .text("Warmth")])
        builder.add(.segmented, to: screen, [.segments: .list(["Small", "Large"]), .selectedIndex: .integer(0)])
        builder.add(.button, to: screen, [.text: .text("Off"), .isEnabled: .flag(false)])
        builder.add(.image, to: screen, [.accessibilityLabel: .text("A cat")])
        builder.add(.label, to: screen, [.text: .text("hidden"), .isHidden: .flag(true)])
        return builder.tree
    }

    @Test func `a view is lines, and what can be done has a number`() {
        #expect(
            PlainView(tree).lines == [
                "Two", "lines", "1 Message: hello", "2 [x] Public", "3 Warmth: 0.25 (0 to 1)", "4 (Small) | Large",
                "[Off] (off)", "(image: A cat)", "== Postcard ==", "5 [Post]",
            ])
    }

    @Test func `pictures without a label are mentioned, and rows have the texts in them as a name`() {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        builder.add(.image, to: screen, [:])
        builder.add(.image, to: screen, [.image: .image(1)])
        builder.add(.image, to: screen, [.gestures: .integer(ViewGestures.hold.rawValue)])
        let table = builder.add(.table, to: screen)
        let row = builder.add(.row, to: table)
        let box = builder.add(.container, to: row)
        builder.add(.label, to: box, [.text: .text("Milk")])
        builder.add(.label, to: box, [.text: .text("old"), .isHidden: .flag(true)])
        builder.add(.toggle, to: box, [.isOn: .flag(true)])
        builder.add(.label, to: row, [.text: .text("2 l")])
        builder.add(.row, to: table)
        builder.add(.row, to: table, [.accessibilityLabel: .text("Bread")])
        #expect(
            PlainView(builder.tree).lines == [
                "(image)", "1 [image] (hold)", "2 Milk, 2 l", "3 [x]", "4 [row]", "5 Bread",
            ])
    }

    @Test(
        arguments: [
            ("5", .tell(.activate, 3, set: nil, nil)), ("2", .tell(.setFlag(false), 6, set: .isOn, .flag(false))),
            ("2 on", .tell(.setFlag(true), 6, set: .isOn, .flag(true))),
            (
                "1 hi  there",
                .tell(.edit(text: "hi  there", selectionStart: 9, selectionEnd: 9), 5, set: .text, .text("hi  there"))
            ),
            ("3 7", .tell(.setNumber(1, isFinal: true), 7, set: .value, .number(1))),
            ("4 Large", .tell(.select(1), 8, set: .selectedIndex, .integer(1))), ("q", .close), (" Cancel ", .close),
        ] as [(String, PlainView.Answer)])
    func `a line does what its number stands for`(_ line: String, _ answer: PlainView.Answer) {
        #expect(PlainView(tree).answer(line) == answer)
    }

    @Test(arguments: ["", "6", "0", "-1", "x", "99999999999999999999", "1", "3 much", "3 nan", "4 3", "\u{1B}[A"])
    func `a line that means nothing is answered with what would`(_ line: String) {
        guard case .unclear(let sentence) = PlainView(tree).answer(line) else {
            Issue.record("it was taken")
            return
        }
        #expect(sentence.contains("Write"))
    }

    /// A picture with some gestures, and a button that can be held.
    private static func gestures(_ gestures: ViewGestures) -> PlainView {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        builder.add(
            .image, to: screen, [.accessibilityLabel: .text("A cat"), .gestures: .integer(gestures.rawValue)])
        builder.add(.button, to: screen, [.text: .text("Original"), .gestures: .integer(1)])
        return PlainView(builder.tree)
    }

    @Test(
        arguments: [
            ("1 hold", .gesture([.hold(.began, at: .center)], 2)),
            ("1 release", .gesture([.hold(.ended, at: .center)], 2)),
            (
                "1 drag 0.25 0.5 0.75 0.25",
                .gesture(
                    [
                        .drag(.began, at: ViewPoint(x: 0.25, y: 0.5), by: .zero),
                        .drag(.changed, at: ViewPoint(x: 0.75, y: 0.25), by: ViewPoint(x: 0.5, y: -0.25)),
                        .drag(.ended, at: ViewPoint(x: 0.75, y: 0.25), by: ViewPoint(x: 0.5, y: -0.25)),
                    ], 2)
            ),
            (
                "1  pinch  2",
                .gesture(
                    [
                        .pinch(.began, at: .center, scale: 1), .pinch(.changed, at: .center, scale: 2),
                        .pinch(.ended, at: .center, scale: 2),
                    ], 2)
            ), ("2", .tell(.activate, 3, set: nil, nil)), ("2 hold", .gesture([.hold(.began, at: .center)], 3)),
        ] as [(String, PlainView.Answer)])
    func `words after the number are a gesture`(_ line: String, _ answer: PlainView.Answer) {
        let view = Self.gestures([.hold, .drag, .pinch])
        #expect(view.lines == ["1 [A cat] (hold, drag, pinch)", "2 [Original] (hold)"])
        #expect(view.answer(line) == answer)
    }

    @Test(
        arguments: [
            "1", "1 push", "1 drag", "1 drag 0 0 1", "1 drag 0 0 1 nan", "1 drag 0 0 1 101", "1 drag 0 0 1 1 x",
            "1 hold 1",
            "1 pinch 0", "1 pinch x", "2 drag 0 0 1 1", "2 pinch 2",
        ])
    func `a gesture that a node does not have, or that is incomplete, is answered with what would be one`(line: String)
    {
        guard case .unclear(let sentence) = Self.gestures([.hold, .drag, .pinch]).answer(line) else {
            Issue.record("it was taken")
            return
        }
        let number = line.prefix(1)
        #expect(sentence.hasPrefix("Write a gesture after the number: \(number) hold, \(number) release"))
    }
}
