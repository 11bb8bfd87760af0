import OpenViewTree
import Testing

/// Which events a node takes.
@Suite struct ViewEventTests {
    private static func tree(_ more: ViewOperation...) throws -> ViewTree {
        var tree = ViewTree()
        let start: [ViewOperation] = [
            .insert(id: 1, kind: .screen, parent: ViewTree.window, index: 0),
            .insert(id: 2, kind: .container, parent: 1, index: 0), .insert(id: 3, kind: .button, parent: 2, index: 0),
            .insert(id: 4, kind: .slider, parent: 2, index: 0), .insert(id: 5, kind: .segmented, parent: 2, index: 0),
            .set(id: 5, .segments, .list(["A", "B"])), .insert(id: 6, kind: .textField, parent: 2, index: 0),
            .insert(id: 7, kind: .table, parent: 2, index: 0), .set(id: 7, .rowCount, .integer(10)),
            .insert(id: 8, kind: .row, parent: 7, index: 0), .set(id: 8, .rowActions, .list(["Delete"])),
            .insert(id: 9, kind: .toggle, parent: 2, index: 0), .insert(id: 10, kind: .image, parent: 2, index: 0),
            .set(id: 10, .gestures, .integer(7)), .insert(id: 11, kind: .label, parent: 2, index: 0),
            .set(id: 11, .gestures, .integer(2)),
        ]
        try tree.apply(start + more)
        return tree
    }

    private static let fitting: [(ViewEvent, UInt32)] = [
        (.activate, 3), (.activate, 8), (.setNumber(0.5, isFinal: false), 4), (.select(1), 5), (.rowAction(0), 8),
        (.edit(text: "é", selectionStart: 1, selectionEnd: 1), 6), (.focus(true), 6), (.submit, 6),
        (.showRows(first: 2, count: 8), 7), (.setFlag(true), 9), (.close, 1),
    ]
    /// Those that a node takes only while it is shown, and those that end a gesture.
    private static let gestures: [(ViewEvent, UInt32)] = [
        (.hold(.began, at: .center), 10), (.hold(.changed, at: corner), 10), (.drag(.began, at: .zero, by: .zero), 10),
        (.drag(.changed, at: corner, by: corner), 11), (.pinch(.began, at: .center, scale: 1000), 10),
        (.pinch(.changed, at: .center, scale: 0.001), 10),
    ]
    private static let ends: [(ViewEvent, UInt32)] = [
        (.hold(.ended, at: .center), 10), (.hold(.cancelled, at: .center), 10),
        (.drag(.ended, at: .zero, by: .zero), 11), (.drag(.cancelled, at: .zero, by: .zero), 11),
        (.pinch(.ended, at: .center, scale: 1), 10), (.pinch(.cancelled, at: .center, scale: 1), 10),
    ]
    private static let corner = ViewPoint(x: -100, y: 100)

    @Test(arguments: [
        (ViewEvent.activate, true), (.setFlag(true), true), (.setNumber(1, isFinal: false), true), (.select(0), true),
        (.edit(text: "", selectionStart: 0, selectionEnd: 0), true), (.submit, true), (.rowAction(0), true),
        (.focus(true), false), (.showRows(first: 0, count: 1), false), (.close, false),
        (.hold(.began, at: .zero), true), (.drag(.changed, at: .zero, by: .zero), true),
        (.pinch(.ended, at: .zero, scale: 1), true), (.hold(.cancelled, at: .zero), false),
        (.drag(.cancelled, at: .zero, by: .zero), false), (.pinch(.cancelled, at: .zero, scale: 1), false),
    ])
    func `what a host sends on its own is no action of the user`(_ event: ViewEvent, _ isAction: Bool) {
        #expect(event.isActionOfUser == isAction)
    }

    @Test(arguments: fitting + gestures + ends)
    func `a node takes its events`(event: ViewEvent, node: UInt32) throws {
        #expect(try Self.tree().accepts(event, at: node))
    }

    @Test(arguments: fitting + gestures)
    func `a node that is hidden, or inside a hidden one, takes none`(event: ViewEvent, node: UInt32) throws {
        let around: UInt32 = node == 1 ? 1 : 2
        #expect(try !Self.tree(.set(id: around, .isHidden, .flag(true))).accepts(event, at: node))
    }

    @Test(
        arguments: [
            (.activate, 4), (.activate, 99), (.activate, 0), (.setFlag(true), 4), (.setNumber(.nan, isFinal: true), 4),
            (.setNumber(.infinity, isFinal: true), 4), (.select(2), 5), (.rowAction(1), 8), (.submit, 3),
            (.edit(text: "a", selectionStart: 1, selectionEnd: 0), 6),
            (.edit(text: "a", selectionStart: 0, selectionEnd: 2), 6), (.showRows(first: 3, count: 8), 7),
            // Selections count UTF-16 units: this text has one, and two bytes of UTF-8.
            (.edit(text: "é", selectionStart: 2, selectionEnd: 2), 6),
            (.showRows(first: .max, count: .max), 7), (.close, 2),
            // A gesture that the node does not have, or a kind of node that has none.
            (.hold(.began, at: .center), 11), (.hold(.ended, at: .center), 11),
            (.pinch(.began, at: .zero, scale: 1), 11),
            (.hold(.began, at: .center), 3), (.hold(.began, at: .center), 9),
            (.hold(.began, at: ViewPoint(x: .nan, y: 0)), 10), (.hold(.ended, at: ViewPoint(x: 0, y: .infinity)), 10),
            (.hold(.changed, at: ViewPoint(x: 0, y: -100.01)), 10),
            (.drag(.changed, at: .zero, by: ViewPoint(x: 100.01, y: 0)), 10),
            (.drag(.changed, at: .zero, by: ViewPoint(x: 0, y: .nan)), 10),
            (.pinch(.changed, at: ViewPoint(x: .nan, y: 0), scale: 1), 10), (.pinch(.changed, at: .zero, scale: 0), 10),
            (.pinch(.changed, at: .zero, scale: .nan), 10), (.pinch(.changed, at: .zero, scale: 1000.1), 10),
        ] as [(ViewEvent, UInt32)])
    func `a node takes no event that it does not have, or whose value does not fit`(event: ViewEvent, node: UInt32)
        throws
    {
        #expect(try !Self.tree().accepts(event, at: node))
    }

    @Test(arguments: ends)
    func `a gesture ends on a node that it has hidden, covered or disabled`(event: ViewEvent, node: UInt32) throws {
        let changes: [ViewOperation] = [
            .set(id: 2, .isHidden, .flag(true)), .set(id: 11, .isEnabled, .flag(false)),
            .insert(id: 20, kind: .alert, parent: ViewTree.window, index: 1),
        ]
        for change in changes { #expect(try Self.tree(change).accepts(event, at: node)) }
    }

    @Test func `a point is brought within the reach of a gesture`() {
        let far = ViewPoint(x: 1e300, y: -.greatestFiniteMagnitude).bounded
        #expect(far == ViewPoint(x: 100, y: -100))
        #expect(ViewPoint(x: .nan, y: .infinity).bounded == .zero)
        #expect(ViewPoint(x: 1, y: 0).isInside && !ViewPoint(x: 1.01, y: 0).isInside)
        #expect(!ViewPoint(x: 0, y: -0.01).isInside)
    }

    @Test func `what is switched off or may not be changed takes none`() throws {
        let tree = try Self.tree(
            .set(id: 3, .isEnabled, .flag(false)), .set(id: 8, .isSelectable, .flag(false)),
            .set(id: 6, .isEditable, .flag(false)), .set(id: 1, .isDismissible, .flag(false)))
        #expect(!tree.accepts(.activate, at: 3) && !tree.accepts(.activate, at: 8))
        #expect(!tree.accepts(.edit(text: "", selectionStart: 0, selectionEnd: 0), at: 6))
        #expect(!tree.accepts(.close, at: 1) && tree.accepts(.rowAction(0), at: 8))
    }

    @Test func `what is covered takes none, but for typing and rows that come to their end`() throws {
        let tree = try Self.tree(
            .insert(id: 20, kind: .alert, parent: ViewTree.window, index: 1),
            .insert(id: 21, kind: .alertAction, parent: 20, index: 0))
        #expect(tree.accepts(.activate, at: 21) && !tree.accepts(.activate, at: 3))
        #expect(tree.accepts(.focus(false), at: 6) && tree.accepts(.showRows(first: 0, count: 1), at: 7))
        var shown = tree
        try shown.apply([.set(id: 20, .isHidden, .flag(true))])
        #expect(shown.accepts(.activate, at: 3))
    }
}
