import OpenViewTree
import TestSupport
import Testing

@testable import AppexTerminal

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
        #expect(result.layers[0].gaps.count == 20 * tables.count)
    }

    /// A long text in rows in rows, which ask it for twice as many widths each: with and without what stands beside it.
    private func nestedRows(_ levels: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        var parent = builder.add(.scroll, to: screen, [.isHorizontal: .flag(true)])
        for level in 0..<levels {
            parent = builder.add(
                .container, to: parent, [.arrangement: .choice(ViewArrangement.row.rawValue)])
            let columns = Double(1 << level)
            builder.add(
                .label, to: parent, [.text: .text("beside"), .width: .number(columns * CellLength.pointsAcross)])
        }
        for _ in 0..<4 { builder.add(.label, to: parent, [.text: .text(String(repeating: "word ", count: 3200))]) }
        return builder.tree
    }

    @Test func `rows in rows do not multiply the work`() {
        let tree = nestedRows(11)
        var layout = TerminalLayout(tree)
        let duration = Duration.ofProcessor { _ = layout.run(in: area) }
        #expect(duration < .seconds(5))
    }

    @Test func `what is very high is drawn as far as it is seen`() {
        var builder = ViewTreeBuilder()
        let scroll = builder.add(.scroll, to: builder.add(.screen))
        for _ in 0..<1000 {
            builder.add(
                .container, to: scroll, [.height: .number(ViewLimits.length), .borderWidth: .number(1)])
        }
        let view = ViewInteraction(builder.tree, in: area)
        var canvas = CellCanvas(CellSize(width: 80, height: 20))
        let duration = Duration.ofProcessor {
            view.draw(on: &canvas, ViewColors(isDark: true), drawsPictures: false)
        }
        #expect(duration < .seconds(10))
        #expect(canvas.lines.first?.hasPrefix("╭─") == true)
    }

    @Test func `nothing is kept of nodes that have gone, and no picture beside those that are shown`() throws {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen)
        for _ in 0..<100 { builder.add(.image, to: screen, [.image: .image(0)]) }
        let scroll = builder.add(.scroll, to: screen)
        var view = ViewInteraction(builder.tree, in: area)
        let images = 0..<UInt32(20)
        let pixel = [TerminalPicture.Pixel(red: 1, green: 2, blue: 3)]
        let size = CellSize(width: 1, height: 1)
        for id in images {
            view.images.add(TerminalPicture(size: size, pixelSize: size, pixels: pixel), id)
            let next = id + 1
            let changes: [ViewOperation] = (2...101).map { .set(id: $0, .image, .image(next)) }
            view.update(changes, of: view.tree, handled: 0)
            // What was shown last stays until the next one has been decoded.
            #expect(view.images.picture(of: try #require(view.tree[2]))?.pixels == pixel)
            #expect(!view.images.has(id))
        }
        #expect(view.offsets.keys.contains(scroll))
        view.update([.remove(id: scroll)], of: view.tree, handled: 0)
        #expect(!view.offsets.keys.contains(scroll))
    }
}
