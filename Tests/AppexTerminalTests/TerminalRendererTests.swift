import OpenViewTree
import Testing

@testable import AppexTerminal

@Suite struct TerminalRendererTests {
    @Test func `each control is drawn in characters that say what it is`() {
        let tree = ViewDrawing.column { builder, screen in
            builder.add(.label, to: screen, [.text: .text("A label")])
            builder.add(
                .button, to: screen,
                [.text: .text("Press"), .horizontalAlignment: .choice(ViewAlignment.leading.rawValue)])
            builder.add(.textField, to: screen, [.placeholder: .text("Name")])
            builder.add(.toggle, to: screen, [.title: .text("On"), .isOn: .flag(true)])
            builder.add(.toggle, to: screen, [.title: .text("Off")])
            builder.add(.slider, to: screen, [.value: .number(0.5)])
            builder.add(.segmented, to: screen, [.segments: .list(["One", "Two"]), .selectedIndex: .integer(1)])
            builder.add(.stepper, to: screen, [.value: .number(3)])
            builder.add(.progress, to: screen, [.value: .number(0.5)])
            builder.add(.activity, to: screen, [.isAnimating: .flag(true)])
        }
        #expect(
            ViewDrawing.lines(tree, 30, 10) == [
                "A label", "[ Press ]", "Name", "[x] On", "[ ] Off", "━━━━━━━━━━━●───────────   0.50",
                "      One      │[    Two     ]", "[-] 3 [+]", "████████████░░░░░░░░░░░░  50 %", "              ⠋",
            ])
    }

    @Test func `a long text is broken at words, and cut with an ellipsis at its line limit`() {
        let words = "The quick brown fox jumps over the lazy dog"
        let tree = ViewDrawing.column { builder, screen in
            builder.add(.label, to: screen, [.text: .text(words)])
            builder.add(.label, to: screen, [.text: .text(words), .lineLimit: .integer(2)])
            builder.add(.label, to: screen, [.text: .text("漢字漢字漢字漢字漢字"), .lineLimit: .integer(1)])
            builder.add(
                .label, to: screen, [.text: .text("right"), .textAlignment: .choice(ViewTextAlignment.right.rawValue)])
        }
        #expect(
            ViewDrawing.lines(tree, 16, 8) == [
                "The quick brown", "fox jumps over", "the lazy dog", "The quick brown", "fox jumps over…", "漢字漢字漢字漢…",
                "           right", "",
            ])
    }

    @Test func `a row shares out its room: what grows takes what is left`() {
        let tree = ViewDrawing.column { builder, screen in
            let row = builder.add(
                .container, to: screen,
                [.arrangement: .choice(ViewArrangement.row.rawValue), .spacing: .number(8)])
            builder.add(.label, to: row, [.text: .text("Name")])
            builder.add(.toggle, to: row, [.isOn: .flag(true)])
            let second = builder.add(.container, to: screen, [.arrangement: .choice(ViewArrangement.row.rawValue)])
            builder.add(.label, to: second, [.text: .text("a"), .grow: .number(1)])
            builder.add(.label, to: second, [.text: .text("b"), .grow: .number(1)])
            let third = builder.add(
                .container, to: screen,
                [
                    .arrangement: .choice(ViewArrangement.row.rawValue),
                    .distribution: .choice(ViewDistribution.equalSpacing.rawValue),
                ])
            for text in ["x", "y", "z"] { builder.add(.label, to: third, [.text: .text(text)]) }
        }
        #expect(
            ViewDrawing.lines(tree, 20, 3) == ["Name             [x]", "a         b", "x         y        z"])
    }

    @Test func `margins, padding, alignment and rules have their places`() {
        let tree = ViewDrawing.column([.padding: .insets(ViewInsets(top: 16, leading: 16, bottom: 0, trailing: 16))]) {
            builder, screen in
            builder.add(
                .label, to: screen, [.text: .text("mid"), .horizontalAlignment: .choice(ViewAlignment.center.rawValue)])
            builder.add(.container, to: screen, [.height: .number(1), .backgroundColor: .color(.system(.separator))])
            let box = builder.add(.container, to: screen, [.borderWidth: .number(1)])
            builder.add(.label, to: box, [.text: .text("boxed")])
            builder.add(.label, to: screen, [.text: .text("in"), .margin: .insets(ViewInsets(leading: 24))])
        }
        #expect(
            ViewDrawing.lines(tree, 15, 8) == [
                "", "      mid", "  ───────────", "  ╭─────────╮", "  │ boxed   │", "  ╰─────────╯", "     in", "",
            ])
    }

    @Test func `what is read from right to left is mirrored`() {
        let tree = ViewDrawing.column { builder, screen in
            builder.add(.label, to: screen, [.text: .text("start")])
            let row = builder.add(
                .container, to: screen,
                [.arrangement: .choice(ViewArrangement.row.rawValue), .spacing: .number(8)])
            builder.add(.label, to: row, [.text: .text("first")])
            builder.add(.label, to: row, [.text: .text("second")])
            builder.add(.slider, to: screen, [.value: .number(0.25)])
            builder.add(.toggle, to: screen, [.title: .text("switch")])
        }
        #expect(
            ViewDrawing.lines(tree, 20, 4, isRightToLeft: true) == [
                "               start", "second         first", "0.25   ─────────●━━━", "          switch [ ]",
            ])
    }

    @Test func `a bar has its title in the middle and its buttons at the ends`() {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        let bar = builder.add(.navigationBar, to: screen, [.title: .text("Title")])
        builder.add(.barButton, to: bar, [.text: .text("Cancel"), .placement: .choice(ViewPlacement.leading.rawValue)])
        builder.add(.barButton, to: bar, [.text: .text("Post"), .placement: .choice(ViewPlacement.trailing.rawValue)])
        builder.add(
            .barButton, to: screen, [.text: .text("Below"), .placement: .choice(ViewPlacement.bottom.rawValue)])
        builder.add(
            .label, to: screen, [.text: .text("content"), .verticalAlignment: .choice(ViewAlignment.leading.rawValue)])
        #expect(
            ViewDrawing.lines(builder.tree, 30, 6) == [
                "[Cancel]    Title       [Post]", "──────────────────────────────", "content", "", "",
                "           [Below]",
            ])
    }

    @Test func `an alert lies in the middle, over what is dimmed`() {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        builder.add(
            .label, to: screen, [.text: .text("below"), .verticalAlignment: .choice(ViewAlignment.leading.rawValue)])
        let alert = builder.add(.alert, [.title: .text("Sure?"), .detail: .text("It is gone then.")])
        builder.add(.alertAction, to: alert, [.text: .text("Cancel"), .role: .choice(ViewRole.cancel.rawValue)])
        builder.add(.alertAction, to: alert, [.text: .text("Delete"), .role: .choice(ViewRole.destructive.rawValue)])
        let canvas = ViewDrawing.canvas(builder.tree, 36, 9)
        #expect(
            canvas.lines == [
                "below", "    ╭──────────────────────────╮", "    │          Sure?           │",
                "    │                          │", "    │     It is gone then.     │",
                "    │                          │",
                "    │  [ Cancel ]  [ Delete ]  │", "    ╰──────────────────────────╯", "",
            ])
        #expect(canvas[0, 0].style.attributes.contains(.dim))
    }

    @Test func `a table shows rows with details and signs, and how far it has been scrolled`() {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        let table = builder.add(.table, to: screen, [.rowCount: .integer(100)])
        for position in 0..<4 {
            builder.add(
                .row, to: table,
                [
                    .position: .integer(Int32(position)), .text: .text("Row \(position)"), .detail: .text("more"),
                    .accessory: .choice((position == 1 ? ViewAccessory.checkmark : .disclosure).rawValue),
                ])
        }
        #expect(
            ViewDrawing.lines(builder.tree, 24, 6) == [
                "  Row 0          more ›┃", "  Row 1          more ✓│", "  Row 2          more ›│",
                "  Row 3          more ›│", "  …                    │", "  …                    │",
            ])
    }

    @Test func `rows that have not come are not seen through what lies over them`() {
        var builder = ViewTreeBuilder()
        builder.add(.table, to: builder.add(.screen), [.rowCount: .integer(100)])
        let over = builder.add(.screen, [.presentation: .choice(ViewPresentation.sheet.rawValue)])
        builder.add(.label, to: over, [.text: .text("over")])
        let lines = ViewDrawing.lines(builder.tree, 24, 8)
        #expect(lines[0].contains("…"))
        #expect(!lines[1...].joined().contains("…"))
    }

    @Test func `the sign of an inner scroll view stays within the outer one`() {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        builder.add(.navigationBar, to: screen, [.title: .text("Title")])
        let column: [ViewAttribute: ViewValue] = [.arrangement: .choice(ViewArrangement.column.rawValue)]
        let outer = builder.add(.scroll, to: screen, column)
        let inner = builder.add(.scroll, to: outer, column.merging([.height: .number(64)]) { $1 })
        for number in 0..<9 { builder.add(.label, to: inner, [.text: .text("inner \(number)")]) }
        for number in 0..<9 { builder.add(.label, to: outer, [.text: .text("outer \(number)")]) }
        var view = ViewInteraction(builder.tree, in: CellRect(width: 24, height: 8))
        view.scroll(outer, by: 2)
        var canvas = CellCanvas(CellSize(width: 24, height: 8))
        view.draw(on: &canvas, ViewColors(isDark: true), drawsPictures: false)
        #expect(canvas.lines[0].trimmingPrefix { $0 == " " } == "Title")
        #expect(canvas.lines[1] == String(repeating: "─", count: 24))
        #expect(canvas.lines[2].hasPrefix("inner 2"))
    }

    @Test func `only what has the focus is reversed`() {
        let tree = ViewDrawing.column { builder, screen in
            builder.add(
                .button, to: screen, [.text: .text("One"), .buttonStyle: .choice(ViewButtonStyle.filled.rawValue)])
            builder.add(.button, to: screen, [.text: .text("Two")])
            builder.add(.button, to: screen, [.text: .text("Three"), .isEnabled: .flag(false)])
        }
        let canvas = ViewDrawing.canvas(tree, 12, 3, focused: true)
        let reversed = (0..<3).map { y in (0..<12).contains { canvas[$0, y].style.attributes.contains(.reverse) } }
        #expect(reversed == [true, false, false])
        #expect(canvas[3, 2].style.attributes.contains(.dim))
    }

    @Test func `colours of an extension that could not be read are the terminal's`() {
        let colors = ViewColors(isDark: true)
        #expect(colors.style(.fixed(light: 0x0000_00FF, dark: 0xFFFF_FFFF)).foreground == .standard)
        #expect(colors.style(.fixed(light: 0x0000_00FF, dark: 0x1010_10FF)).foreground == .standard)
        #expect(colors.style(.fixed(light: 0x0000_00FF, dark: 0xD040_40FF)).foreground == .rgb(0xD0, 0x40, 0x40))
    }

    @Test func `a picture that cannot be shown is a frame that says what it is`() {
        let tree = ViewDrawing.column { builder, screen in
            builder.add(
                .image, to: screen,
                [.image: .image(4), .accessibilityLabel: .text("A cat"), .width: .number(120), .height: .number(48)])
        }
        #expect(ViewDrawing.lines(tree, 20, 3) == ["╭─────────────╮", "│    A cat    │", "╰─────────────╯"])
    }
}
