import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Snapshots, and tables that show them.
@MainActor @Suite struct DiffableTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private func snapshot(_ sections: KeyValuePairs<String, [Int]>) -> Snapshot {
        var snapshot = Snapshot()
        for (section, items) in sections {
            snapshot.appendSections([section])
            snapshot.appendItems(items, toSection: section)
        }
        return snapshot
    }

    @Test func `items are inserted, moved and deleted by their names`() {
        var items = snapshot(["a": [1, 2, 3], "b": [4]])
        items.insertItems([10, 2], beforeItem: 2)
        items.insertItems([11], afterItem: 4)
        items.moveItem(1, afterItem: 4)
        items.deleteItems([3, 99])
        #expect(items.itemIdentifiers(inSection: "a") == [10, 2])
        #expect(items.itemIdentifiers(inSection: "b") == [4, 1, 11])
        #expect(items.sectionIdentifier(containingItem: 1) == "b" && items.indexOfItem(1) == 3)
        #expect(items.indexOfItem(3) == nil && items.numberOfItems == 5 && items.numberOfItems(inSection: "b") == 3)
    }

    @Test func `sections are inserted and deleted with their items`() {
        var items = snapshot(["a": [1], "b": [2]])
        items.insertSections(["x", "a"], beforeSection: "b")
        items.insertSections(["y"], afterSection: "b")
        items.appendItems([3])
        #expect(items.sectionIdentifiers == ["a", "x", "b", "y"])
        items.deleteSections(["a", "nowhere"])
        #expect(items.itemIdentifiers == [2, 3] && items.indexOfSection("y") == 2)
        // The name is free again.
        items.appendItems([1], toSection: "x")
        #expect(items.itemIdentifiers == [1, 2, 3])
        items.deleteAllItems()
        #expect(items.numberOfSections == 0 && items.numberOfItems == 0)
    }

    @Test func `what is not there, or there already, is left out`() {
        var items = snapshot(["a": [1, 1, 2]])
        items.appendSections(["a"])
        items.appendItems([2, 3], toSection: "nowhere")
        items.insertItems([5], beforeItem: 99)
        items.moveItem(1, beforeItem: 99)
        items.moveItem(1, beforeItem: 1)
        items.insertSections(["z"], afterSection: "nowhere")
        #expect(items.sectionIdentifiers == ["a"] && items.itemIdentifiers == [1, 2])
        var none = Snapshot()
        none.appendItems([1])
        #expect(none.itemIdentifiers == [])
    }

    @Test func `a row stays the same node for as long as its item is there`() throws {
        let table = UITableView()
        var made: [Int] = []
        let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { table, path, item in
            made.append(item)
            let cell = table.dequeueReusableCell(withIdentifier: "n", for: path)
            cell.textLabel?.text = "\(item) of \(made.count)"
            return cell
        }
        source.apply(snapshot(["a": [1, 2, 3]]))
        let screen = try Screen(table)
        func rows() -> [String: UInt32] {
            Dictionary(uniqueKeysWithValues: screen.all(.row).map { (String($0.text(.text)?.prefix(1) ?? ""), $0.id) })
        }
        let before = rows()
        let changes = try screen.changes { source.apply(snapshot(["a": [3, 1, 4], "b": [5]])) }
        #expect(screen.all(.row).map { $0.text(.text)?.prefix(1) } == ["3", "1", "4", "5"])
        #expect(rows()["3"] == before["3"] && rows()["1"] == before["1"])
        #expect(made == [1, 2, 3, 4, 5])
        #expect(changes.count { if case .insert = $0 { true } else { false } } == 2)
        #expect(
            source.indexPath(for: 5) == IndexPath(row: 0, section: 1)
                && source.itemIdentifier(for: IndexPath(row: 9, section: 0)) == nil)

        var next = source.snapshot()
        next.reconfigureItems([1])
        next.reloadItems([3])
        source.apply(next, animatingDifferences: false)
        try screen.turn()
        #expect(rows()["1"] == before["1"] && rows()["3"] != before["3"])
        #expect(made.suffix(2) == [3, 1])
        #expect(source.snapshot().reloadedItemIdentifiers == [])
    }
}
