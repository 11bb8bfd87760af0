import OpenViewTree
import Testing

@testable import appex

@Suite("A person's keys and clicks")
struct ViewInteractionTests {
    private let area = CellRect(width: 40, height: 12)

    @Test("Down goes from row to row of a table")
    func rows() throws {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        let table = builder.add(.table, to: screen, [.rowCount: .integer(3)])
        let rows = (0..<3).map { builder.add(.row, to: table, [.text: .text("Row \($0)"), .position: .integer($0)]) }
        var view = ViewInteraction(builder.tree, in: area)
        #expect(view.attention.focus == rows[0])
        view.handle(.key(.down))
        #expect(view.attention.focus == rows[1])
        _ = view.takeDeeds()
        view.handle(.key(.enter))
        #expect(view.takeDeeds() == [.tell(.activate, rows[1])])
    }
}
