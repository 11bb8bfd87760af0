import OpenViewTree
import Testing

@testable import AppexTerminal

@Suite struct PrintedViewTests {
    private func view(_ text: String) -> PlainView {
        PlainView(ViewDrawing.column { builder, screen in builder.add(.label, to: screen, [.text: .text(text)]) })
    }

    @Test func `a view is printed with its title first, then when it is another one`() {
        var printed = PrintedView()
        let start = ContinuousClock.now
        #expect(printed.take(view("12:00"), title: "Clock", at: start) == ["Clock", "12:00"])
        #expect(printed.take(view("12:00"), title: "Clock", at: start).isEmpty)
        #expect(printed.take(view("12:01"), title: "Clock", at: start) == ["12:01"])
    }

    @Test func `what nobody has asked for waits until a second has gone since the last lines`() {
        var printed = PrintedView()
        let start = ContinuousClock.now
        #expect(printed.wait(at: start) == .zero)
        _ = printed.take(view("12:00"), title: "Clock", at: start)
        _ = printed.take(view("12:00"), title: "Clock", at: start + .seconds(0.5))
        #expect(printed.wait(at: start + .seconds(0.25)) == .seconds(0.75))
        #expect(printed.wait(at: start + .seconds(1)) == .zero)
        #expect(printed.wait(at: start + .seconds(60)) == .zero)
    }
}
