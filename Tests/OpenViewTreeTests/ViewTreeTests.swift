import OpenViewTree
import Testing

/// What a tree takes, and what it refuses with which words.
@Suite struct ViewTreeTests {
    private static let screen: [ViewOperation] = [
        .insert(id: 1, kind: .screen, parent: ViewTree.window, index: 0),
        .insert(id: 2, kind: .label, parent: 1, index: 0), .insert(id: 3, kind: .slider, parent: 1, index: 1),
    ]

    private static func tree(_ more: ViewOperation...) throws -> ViewTree {
        var tree = ViewTree()
        try tree.apply(screen + more)
        return tree
    }

    @Test func `nodes are inserted, set, moved and removed with what is below`() throws {
        var tree = try Self.tree(
            .insert(id: 4, kind: .container, parent: 1, index: 1), .insert(id: 5, kind: .label, parent: 4, index: 0),
            .set(id: 5, .text, .text("deep")), .move(id: 2, index: 2))
        #expect(tree[1]?.children == [4, 3, 2] && tree[5]?.text(.text) == "deep")
        #expect(tree.children(of: 4).map(\.id) == [5] && tree.children(of: 99).isEmpty)
        try tree.apply([.remove(id: 4), .set(id: 2, .text, .text("x")), .set(id: 2, .text, nil)])
        #expect(tree[4] == nil && tree[5] == nil && tree[1]?.children == [3, 2] && tree[2]?.attributes.isEmpty == true)
    }

    @Test(
        arguments: [
            (.insert(id: 9, kind: .label, parent: 9, index: 0), "there is no node 9"),
            (.insert(id: 2, kind: .label, parent: 1, index: 0), "there is a node 2 already"),
            (.insert(id: 0, kind: .label, parent: 1, index: 0), "there is a node 0 already"),
            (.insert(id: 9, kind: .window, parent: 1, index: 0), "a window cannot stand in a screen"),
            (.insert(id: 9, kind: .label, parent: 0, index: 0), "a label cannot stand in a window"),
            (.insert(id: 9, kind: .label, parent: 1, index: 3), "there is no place 3 among 2"),
            (.set(id: 9, .text, nil), "there is no node 9"),
            (.set(id: 2, .isOn, nil), "a label has no isOn"),
            (.set(id: 2, .text, .integer(1)), "the value of text is not one it may have"),
            (.set(id: 3, .value, .number(.nan)), "the value of value is not one it may have"),
            (.set(id: 3, .value, .number(.infinity)), "the value of value is not one it may have"),
            (.set(id: 2, .opacity, .number(1.001)), "the value of opacity is not one it may have"),
            (.set(id: 2, .width, .number(-1)), "the value of width is not one it may have"),
            (.set(id: 2, .lineLimit, .integer(-1)), "the value of lineLimit is not one it may have"),
            (.set(id: 2, .textAlignment, .choice(5)), "the value of textAlignment is not one it may have"),
            (.set(id: 2, .margin, .insets(ViewInsets(top: .nan))), "the value of margin is not one it may have"),
            (.set(id: 2, .margin, .insets(ViewInsets(leading: .nan))), "the value of margin is not one it may have"),
            (.set(id: 2, .margin, .insets(ViewInsets(bottom: .nan))), "the value of margin is not one it may have"),
            (.set(id: 2, .margin, .insets(ViewInsets(trailing: .nan))), "the value of margin is not one it may have"),
            (.move(id: 0, index: 0), "there is no node 0"), (.move(id: 2, index: 2), "there is no place 2 among 2"),
            (.remove(id: 0), "there is no node 0"), (.remove(id: 9), "there is no node 9"),
        ] as [(ViewOperation, String)])
    func `what cannot be is refused in words`(operation: ViewOperation, words: String) throws {
        var tree = try Self.tree()
        let error = #expect(throws: ViewTreeError.self) { try tree.apply([operation]) }
        #expect(error?.description == words)
        #expect(try tree == Self.tree())
    }

    @Test func `a node may show an image only when there is one`() throws {
        var tree = try Self.tree(.insert(id: 4, kind: .image, parent: 1, index: 0))
        let set = ViewOperation.set(id: 4, .image, .image(7))
        #expect(throws: ViewTreeError.unknownImage(7)) { try tree.apply([set]) { _ in false } }
        try tree.apply([set]) { $0 == 7 }
        #expect(tree[4]?.image(.image) == 7)
    }

    @Test func `there are as many nodes, levels and changes as may be, and no more`() throws {
        var tree = try Self.tree()
        let most = UInt32(ViewLimits.nodes)
        try tree.apply((4..<most).map { .insert(id: $0, kind: .label, parent: 1, index: 0) })
        #expect(tree.nodes.count == ViewLimits.nodes)
        let nodes = ViewTreeError.tooLarge("nodes", limit: ViewLimits.nodes)
        #expect(throws: nodes) { try tree.apply([.insert(id: most, kind: .label, parent: 1, index: 0)]) }

        var deep = try Self.tree()
        // The window is level 0, the screen 1.
        let levels = UInt32(ViewLimits.depth) - 1
        try deep.apply(
            (0..<levels).map { .insert(id: 10 + $0, kind: .container, parent: $0 == 0 ? 1 : 9 + $0, index: 0) })
        #expect(throws: ViewTreeError.tooLarge("levels", limit: ViewLimits.depth)) {
            try deep.apply([.insert(id: 90, kind: .label, parent: 9 + levels, index: 0)])
        }

        let blink = [ViewOperation](repeating: .set(id: 2, .isHidden, .flag(true)), count: ViewLimits.operations)
        try deep.apply(blink)
        #expect(throws: ViewTreeError.tooLarge("changes at once", limit: ViewLimits.operations)) {
            try deep.apply(blink + [.remove(id: 2)])
        }
    }

    @Test func `texts are as long as they may be, alone and together, and room is given back`() throws {
        let page = String(repeating: "x", count: ViewLimits.textBytes)
        var tree = try Self.tree()
        let pages = UInt32(ViewLimits.treeTextBytes / ViewLimits.textBytes)
        for id in 10..<10 + pages {
            try tree.apply([.insert(id: id, kind: .label, parent: 1, index: 0), .set(id: id, .text, .text(page))])
        }
        let full = ViewTreeError.tooLarge("bytes of text", limit: ViewLimits.treeTextBytes)
        #expect(throws: full) { try tree.apply([.set(id: 2, .text, .text("x"))]) }
        try tree.apply([.insert(id: 4, kind: .segmented, parent: 1, index: 0)])
        #expect(throws: full) { try tree.apply([.set(id: 4, .segments, .list(["", "x"]))]) }
        try tree.apply([.set(id: 10, .text, .text("")), .set(id: 2, .text, .text(page))])
        #expect(throws: full) { try tree.apply([.set(id: 10, .text, .text("x"))]) }
        try tree.apply([.remove(id: 2), .set(id: 10, .text, .text(page)), .set(id: 10, .text, .text(page))])
        #expect(throws: ViewTreeError.tooLarge("bytes of a text", limit: ViewLimits.textBytes)) {
            try tree.apply([.set(id: 10, .text, .text(page + "x"))])
        }
    }

    @Test func `lists and runs are as long as they may be`() throws {
        var tree = try Self.tree(.insert(id: 4, kind: .segmented, parent: 1, index: 0))
        let segments = [String](repeating: "x", count: ViewLimits.listElements)
        try tree.apply([.set(id: 4, .segments, .list(segments))])
        #expect(tree[4]?.list(.segments) == segments)
        #expect(throws: ViewTreeError.tooLarge("entries of a list", limit: ViewLimits.listElements)) {
            try tree.apply([.set(id: 4, .segments, .list(segments + ["x"]))])
        }
        let runs = [TextRun](repeating: TextRun(length: 1, style: .bold), count: ViewLimits.runs)
        try tree.apply([.set(id: 2, .runs, .runs(runs))])
        #expect(throws: ViewTreeError.tooLarge("runs of a text", limit: ViewLimits.runs)) {
            try tree.apply([.set(id: 2, .runs, .runs(runs + runs))])
        }
    }

    @Test func `a run has no style that there is none of`() throws {
        var tree = try Self.tree()
        func runs(_ style: UInt8) -> [ViewOperation] {
            [.set(id: 2, .runs, .runs([TextRun(length: 1, style: .init(rawValue: style))]))]
        }
        try tree.apply(runs(31))
        for style in [32, 64, 129, 255] as [UInt8] {
            #expect(throws: ViewTreeError.wrongValue(.runs)) { try tree.apply(runs(style)) }
        }
    }

    @Test(arguments: [
        ("plain\ttext\n", "plain\ttext\n"), ("a\u{0}b\u{1B}[1mc\u{7F}\u{85}", "ab[1mc"), ("\u{202E}abc\u{202C}", "abc"),
        ("\u{2066}a\u{2069}\u{200F}\u{061C}", "a\u{200F}\u{061C}"), ("a\u{2028}b\u{2029}", "ab"),
        ("\u{E0001}\u{E0041}flag", "flag"), ("<b>&amp;", "<b>&amp;"), ("שלום عليكم 👩‍👩‍👧", "שלום عليكم 👩‍👩‍👧"),
    ])
    func `texts lose what is no text, wherever they are`(text: String, shown: String) throws {
        var tree = try Self.tree(.insert(id: 4, kind: .segmented, parent: 1, index: 0))
        let applied = try tree.apply([
            .set(id: 2, .text, .text(text)), .set(id: 2, .accessibilityLabel, .text(text)),
            .set(id: 4, .segments, .list([text])),
        ])
        #expect(tree[2]?.text(.text) == shown && tree[2]?.text(.accessibilityLabel) == shown)
        #expect(tree[4]?.list(.segments) == [shown])
        #expect(applied.first == .set(id: 2, .text, .text(shown)))
    }

    @Test func `a tree is text for those who debug`() throws {
        let tree = try Self.tree(
            .set(id: 1, .title, .text("Adjust")), .set(id: 2, .text, .text("Two\nlines")),
            .set(id: 2, .textStyle, .choice(ViewTextStyle.headline.rawValue)), .set(id: 3, .value, .number(0.5)),
            .set(id: 3, .maximum, .number(1)), .set(id: 2, .textColor, .color(.fixed(light: 0xFF, dark: 0xFF00_00FF))))
        #expect(
            tree.description == """
                window
                  screen "Adjust" #1
                    label "Two\\nlines" #2 textStyle=headline textColor=#000000ff/#ff0000ff
                    slider #3 value=0.5 maximum=1
                """)
    }
}
