import OpenViewTree
import Testing

@testable import AppexTerminal

@Suite struct ViewInteractionTests {
    private let area = CellRect(width: 40, height: 12)

    private func press(_ view: inout ViewInteraction, _ keys: TerminalInput.Key...) -> [ViewInteraction.Effect] {
        _ = view.takeEffects()
        for key in keys { view.handle(.key(key)) }
        return view.takeEffects()
    }

    /// Two buttons, a toggle and a slider, below one another.
    private var form: ViewTree {
        ViewDrawing.column { builder, screen in
            builder.add(.button, to: screen, [.text: .text("One")])
            builder.add(.button, to: screen, [.text: .text("Two")])
            builder.add(.toggle, to: screen, [.title: .text("On")])
            builder.add(.slider, to: screen, [.value: .number(0.5)])
        }
    }

    @Test func `tab and arrows go round what can be used, and return uses it`() {
        var view = ViewInteraction(form, in: area)
        #expect(view.attention.focus == 2)
        #expect(press(&view, .tab, .enter) == [.tell(.activate, 3)])
        #expect(press(&view, .up, .enter) == [.tell(.activate, 2)])
        #expect(press(&view, .backTab).isEmpty)
        #expect(view.attention.focus == 5)
        #expect(press(&view, .tab).isEmpty)
        #expect(view.attention.focus == 2)
    }

    @Test func `what a person sets is shown at once, and told`() {
        var view = ViewInteraction(form, in: area)
        view.focus(on: 4)
        #expect(press(&view, .enter) == [.tell(.setFlag(true), 4)])
        #expect(view.tree[4]?.flag(.isOn) == true)
        view.focus(on: 5)
        #expect(press(&view, .right) == [.tell(.setNumber(0.55, isFinal: true), 5)])
        #expect(press(&view, .end) == [.tell(.setNumber(1, isFinal: true), 5)])
        #expect(press(&view, .right).isEmpty)
    }

    @Test func `a click uses what is under it, and a drag moves a slider`() throws {
        var view = ViewInteraction(form, in: area)
        let button = try #require(view.layout.box(of: 3)).frame
        let place = CellPoint(x: button.x, y: button.y)
        view.handle(.mouse(.press, place))
        view.handle(.mouse(.release, CellPoint(x: 0, y: 11)))
        #expect(view.takeEffects().isEmpty)
        view.handle(.mouse(.press, place))
        view.handle(.mouse(.release, place))
        #expect(view.takeEffects() == [.tell(.activate, 3)])
        let slider = try #require(view.layout.box(of: 5)).frame
        view.handle(.mouse(.press, CellPoint(x: slider.x, y: slider.y)))
        view.handle(.mouse(.drag, CellPoint(x: slider.x + 100, y: 0)))
        view.handle(.mouse(.release, CellPoint(x: slider.x + 100, y: 0)))
        #expect(
            view.takeEffects() == [
                .tell(.setNumber(0, isFinal: false), 5), .tell(.setNumber(1, isFinal: false), 5),
                .tell(.setNumber(1, isFinal: true), 5),
            ])
    }

    @Test func `the focus survives changes, and goes to the next one when its node is gone`() throws {
        var view = ViewInteraction(form, in: area)
        view.focus(on: 3)
        var tree = view.tree
        let first: [ViewOperation] = [.insert(id: 90, kind: .button, parent: 1, index: 0)]
        try tree.apply(first)
        view.update(first, of: tree, handled: 0)
        #expect(view.attention.focus == 3)
        let second: [ViewOperation] = [.remove(id: 3)]
        try tree.apply(second)
        view.update(second, of: tree, handled: 0)
        #expect(view.attention.focus == 4)
    }

    @Test func `the focus begins at the content, also when that can be used only later`() throws {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        let bar = builder.add(.navigationBar, to: screen)
        let cancel = builder.add(.barButton, to: bar, [.text: .text("Cancel")])
        let slider = builder.add(.slider, to: screen, [.isEnabled: .flag(false)])
        var view = ViewInteraction(builder.tree, in: area)
        #expect(view.attention.focus == cancel)
        let enabling: [ViewOperation] = [.set(id: slider, .isEnabled, .flag(true))]
        view.update(enabling, of: view.tree, handled: 0)
        #expect(view.attention.focus == slider)
        view.focus(on: cancel)
        view.update(enabling, of: view.tree, handled: 0)
        #expect(view.attention.focus == cancel)
    }

    @Test func `a screen in the place of another one begins anew`() throws {
        var view = ViewInteraction(form, in: area)
        view.focus(on: 4)
        var tree = view.tree
        let changes: [ViewOperation] =
            (2...5).map { .remove(id: $0) }
            + (60...63).map { .insert(id: $0, kind: .button, parent: 1, index: $0 - 60) }
        try tree.apply(changes)
        view.update(changes, of: tree, handled: 0)
        #expect(view.attention.focus == 60)
    }

    @Test func `an alert takes the focus, escape cancels it, and the focus comes back`() throws {
        var view = ViewInteraction(form, in: area)
        view.focus(on: 4)
        var tree = view.tree
        let opening: [ViewOperation] = [
            .insert(id: 50, kind: .alert, parent: 0, index: 1),
            .insert(id: 51, kind: .alertAction, parent: 50, index: 0),
            .insert(id: 52, kind: .alertAction, parent: 50, index: 1),
            .set(id: 51, .role, .choice(ViewRole.cancel.rawValue)),
            .set(id: 52, .role, .choice(ViewRole.primary.rawValue)),
        ]
        try tree.apply(opening)
        view.update(opening, of: tree, handled: 0)
        #expect(view.attention.focus == 52)
        #expect(press(&view, .escape) == [.tell(.activate, 51)])
        try tree.apply([.remove(id: 50)])
        view.update([.remove(id: 50)], of: tree, handled: 0)
        #expect(view.attention.focus == 4)
        #expect(press(&view, .escape) == [.close])
    }

    @Test func `a second escape closes what does not want to be closed, and so does one that nobody hears`() throws {
        var tree = form
        try tree.apply([
            .insert(id: 50, kind: .screen, parent: 0, index: 1),
            .set(id: 50, .presentation, .choice(ViewPresentation.sheet.rawValue)),
            .set(id: 50, .isDismissible, .flag(false)),
        ])
        var view = ViewInteraction(tree, in: area)
        let start = ContinuousClock.now
        view.handle(.key(.escape), at: start)
        view.handle(.key(.tab), at: start + .seconds(0.1))
        view.handle(.key(.escape), at: start + .seconds(0.2))
        view.handle(.key(.escape), at: start + .seconds(2))
        #expect(view.takeEffects().isEmpty)
        view.handle(.key(.escape), at: start + .seconds(2.5))
        #expect(view.takeEffects() == [.close])
        view.isResponding = false
        view.handle(.key(.escape), at: start + .seconds(9))
        #expect(view.takeEffects() == [.close])
    }

    @Test func `a hidden screen is not there, wherever it lies`() throws {
        var tree = form
        try tree.apply([
            .insert(id: 50, kind: .screen, parent: 0, index: 0), .set(id: 50, .isHidden, .flag(true)),
            .insert(id: 51, kind: .screen, parent: 0, index: 2), .set(id: 51, .isHidden, .flag(true)),
        ])
        var view = ViewInteraction(tree, in: area)
        #expect(view.layout.layers.map(\.id) == [1])
        #expect(press(&view, .escape) == [.close])
    }

    @Test func `letters that were typed later are not taken back by an older answer`() throws {
        var view = ViewInteraction(
            ViewDrawing.column { builder, screen in builder.add(.textField, to: screen, [.text: .text("")]) }, in: area)
        _ = view.takeEffects()
        view.handle(.text("ab"))
        guard case .tell(let event, let node)? = view.takeEffects().first else {
            Issue.record("nothing was told")
            return
        }
        #expect(event == .edit(text: "ab", selectionStart: 2, selectionEnd: 2))
        view.told(event, node, number: 7)
        var tree = view.tree
        let old: [ViewOperation] = [.set(id: node, .text, .text("A"))]
        try tree.apply(old)
        view.update(old, of: tree, handled: 6)
        #expect(view.tree[node]?.text(.text) == "ab")
        let new: [ViewOperation] = [.set(id: node, .text, .text("AB"))]
        view.update(new, of: tree, handled: 7)
        #expect(view.tree[node]?.text(.text) == "AB")
        view.handle(.key(.backspace))
        #expect(view.tree[node]?.text(.text) == "A")
    }

    @Test func `a value that a person has set stays in a whole tree until the extension has heard of it`() {
        var view = ViewInteraction(form, in: area)
        view.focus(on: 4)
        _ = view.takeEffects()
        view.handle(.text(" "))
        for case .tell(let event, let node) in view.takeEffects() { view.told(event, node, number: 5) }
        view.update(nil, of: form, handled: 4)
        #expect(view.tree[4]?.flag(.isOn) == true)
        // It was heard, and taken back.
        view.update(nil, of: form, handled: 5)
        #expect(view.tree[4]?.flag(.isOn) == false)
    }

    @Test func `a value that could not be told is taken back`() {
        var view = ViewInteraction(form, in: area)
        view.focus(on: 4)
        _ = view.takeEffects()
        view.handle(.text(" "))
        #expect(view.tree[4]?.flag(.isOn) == true)
        for case .tell(let event, let node) in view.takeEffects() { view.takeBack(event, node, to: form) }
        #expect(view.tree[4]?.flag(.isOn) == false)
    }

    @Test func `a table asks for the rows that are seen, and the focus waits for one that is to come`() throws {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        let table = builder.add(.table, to: screen, [.rowCount: .integer(1000)])
        for position in Int32(0)..<12 {
            builder.add(.row, to: table, [.text: .text("Row \(position)"), .position: .integer(position)])
        }
        var view = ViewInteraction(builder.tree, in: area)
        #expect(view.takeEffects() == [.tell(.showRows(first: 0, count: 13), table)])
        for _ in 0..<11 { view.handle(.key(.down)) }
        #expect(view.focused?.text(.text) == "Row 11")
        #expect(press(&view, .down) == [.tell(.showRows(first: 0, count: 14), table)])
        #expect(view.focused?.text(.text) == "Row 11")
        let operations: [ViewOperation] = [
            .insert(id: 500, kind: .row, parent: table, index: 12), .set(id: 500, .position, .integer(12)),
        ]
        view.update(operations, of: view.tree, handled: 0)
        #expect(view.attention.focus == 500)
    }

    @Test func `what is scrolled out of sight is scrolled in by the focus`() throws {
        var view = ViewInteraction(
            ViewDrawing.column { builder, screen in
                for number in 0..<40 { builder.add(.button, to: screen, [.text: .text("Button \(number)")]) }
            }, in: area)
        for _ in 0..<39 { view.handle(.key(.down)) }
        let box = try #require(view.layout.box(of: 41))
        #expect(view.attention.focus == 41)
        #expect(box.clip == box.frame)
        view.handle(.key(.pageUp))
        let focused = try #require(view.attention.focus.flatMap { view.layout.box(of: $0) })
        #expect(!focused.clip.isEmpty)
    }

    @Test func `actions of a row are asked for`() {
        var builder = ViewTreeBuilder()
        let table = builder.add(.table, to: builder.add(.screen), [.rowCount: .integer(1)])
        let row = builder.add(.row, to: table, [.text: .text("Row"), .rowActions: .list(["Delete"])])
        var view = ViewInteraction(builder.tree, in: area)
        #expect(press(&view, .delete) == [.askRowAction(row)])
    }

    @Test func `choices for a row stand as long as the row is what it was`() throws {
        var builder = ViewTreeBuilder()
        let table = builder.add(.table, to: builder.add(.screen), [.rowCount: .integer(2)])
        let row = builder.add(
            .row, to: table, [.text: .text("Ada"), .rowActions: .list(["Archive", "Delete"]), .position: .integer(0)])
        let label = builder.add(.label, to: row, [.text: .text("Hello")])
        let tree = builder.tree
        let menu = RowMenu(of: try #require(tree[row]), in: tree, area)
        #expect(menu.stands(in: tree))
        #expect(menu.stands(in: tree.setting(row, .isSelected, .flag(true))))
        #expect(!menu.stands(in: tree.setting(row, .rowActions, .list(["Delete", "Archive"]))))
        #expect(!menu.stands(in: tree.setting(row, .text, .text("Bob"))))
        #expect(!menu.stands(in: tree.setting(row, .position, .integer(1))))
        #expect(!menu.stands(in: tree.setting(label, .text, .text("Goodbye"))))
        var without = tree
        try without.apply([.remove(id: row)])
        #expect(!menu.stands(in: without))
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 50), (3, 3), (300, 90)])
    func `any size of a terminal can be drawn and used`(_ width: Int, _ height: Int) {
        for kind in ViewKind.allCases {
            var builder = ViewTreeBuilder()
            let screen = builder.add(.screen, [.arrangement: .choice(UInt8(Int(kind.rawValue) % 3))])
            let bar = builder.add(.navigationBar, to: screen, [.title: .text("漢字 title")])
            builder.add(.barButton, to: bar, [.text: .text("🙂")])
            builder.add(kind, to: screen, [.text: .text("text"), .borderWidth: .number(1), .detail: .text("d")])
            let alert = builder.add(.alert, [.title: .text("t"), .detail: .text("d")])
            builder.add(.alertAction, to: alert, [.text: .text("OK")])
            builder.add(.textField, to: alert, [.text: .text("OK")])
            var view = ViewInteraction(builder.tree, in: CellRect(width: width, height: height))
            for key in [TerminalInput.Key.tab, .down, .right, .end, .pageDown, .enter, .home, .escape] {
                view.handle(.key(key))
            }
            view.handle(.mouse(.press, CellPoint(x: 0, y: 0)))
            view.handle(.mouse(.release, CellPoint(x: width, y: height)))
            view.handle(.mouse(.wheelDown, CellPoint(x: 0, y: 0)))
            var canvas = CellCanvas(CellSize(width: width, height: height))
            view.draw(on: &canvas, ViewColors(isDark: false), drawsPictures: true)
            #expect(canvas.lines.count == height)
        }
    }

    /// Stacks in stacks ask each other for their sizes; that must not multiply.
    @Test func `the largest and deepest trees are laid out`() throws {
        var builder = ViewTreeBuilder()
        var parent = builder.add(.screen)
        for level in 0..<37 {
            for _ in 0..<20 { builder.add(.label, to: parent, [.text: .text(String(repeating: "word ", count: 40))]) }
            let next = builder.add(
                .container, to: parent,
                [.arrangement: .choice(UInt8(1 + level % 2)), .padding: .insets(ViewInsets(leading: 1))])
            parent = next
        }
        while builder.tree.nodes.count < ViewLimits.nodes { builder.add(.button, to: parent, [.text: .text("Press")]) }
        var view = ViewInteraction(builder.tree, in: area)
        #expect(!view.layout.layers.isEmpty)
        view.resize(to: CellRect(width: 100, height: 40))
        view.handle(.key(.pageDown))
        #expect(view.layout.scrolls.values.contains { $0.offset > 0 })
    }
}
