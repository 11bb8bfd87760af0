import OpenViewTree
import Testing

@testable import appex

/// What a tree may cost that was made to cost much.
@Suite struct TerminalBoundsTests {
    private let area = CellRect(width: 80, height: 20)

    @Test func `tables in a scroll view have the rows of one screen each, whatever number they claim`() {
        var builder = ViewTreeBuilder()
        let scroll = builder.add(.scroll, to: builder.add(.screen))
        let tables = (0..<100).map { number in
            builder.add(
                .table, to: scroll,
                [.rowCount: .integer(Int32(ViewLimits.rows))].merging(
                    number % 2 == 0 ? [:] : [.height: .number(ViewLimits.length)]
                ) { $1 })
        }
        var layout = TerminalLayout(builder.tree)
        let result = layout.run(in: area)
        #expect(tables.allSatisfy { result.tables[$0] == 0..<20 })
        #expect(result.gaps.count == 20 * tables.count)
    }
}
