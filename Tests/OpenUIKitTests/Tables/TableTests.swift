import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Tables as a host sees them.
@MainActor @Suite struct TableTests {
    /// Numbers in sections, of which it counts the cells.
    private final class Numbers: NSObject, UITableViewDataSource, UITableViewDelegate {
        var sections: [[Int]]
        var titles: [String?] = []
        private(set) var made: [IndexPath] = []
        private(set) var told: [String] = []
        var pressable: (IndexPath) -> Bool = { _ in true }
        var swipes: [UIContextualAction] = []
        var canEdit = false

        init(_ sections: [[Int]]) { self.sections = sections }

        func numberOfSections(in tableView: UITableView) -> Int { sections.count }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            made.append(indexPath)
            let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
            cell.textLabel?.text = "\(sections[indexPath.section][indexPath.row])"
            return cell
        }
        func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
            titles.indices.contains(section) ? titles[section] : nil
        }
        func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
            pressable(indexPath)
        }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            told.append("+\(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            told.append("-\(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { canEdit }
        func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {
            sections[indexPath.section].remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath], with: .automatic)
        }
        func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
            -> UISwipeActionsConfiguration?
        { swipes.isEmpty ? nil : UISwipeActionsConfiguration(actions: swipes) }
    }

    private func show(_ numbers: Numbers, style: UITableView.Style = .plain) throws -> (Screen, UITableView) {
        let table = UITableView(frame: .zero, style: style)
        table.dataSource = numbers
        table.delegate = numbers
        return (try Screen(table), table)
    }

    /// The texts of the rows that the host has, in order.
    private func texts(_ screen: Screen) -> [String] { screen.all(.row).map { $0.text(.text) ?? "?" } }
    private func positions(_ screen: Screen) -> [Int] { screen.all(.row).compactMap { $0.integer(.position) } }

    @Test(arguments: [true, false])
    func `rows have the height of the table unless the delegate says another`(hasDelegate: Bool) throws {
        let numbers = Numbers([[1]])
        let table = UITableView()
        table.dataSource = numbers
        if hasDelegate { table.delegate = numbers }
        table.rowHeight = 60
        let screen = try Screen(table)
        #expect(screen.all(.row).map { $0.number(.height) } == [60])
    }

    @Test func `a table of 1,000 rows sends those that are seen and as many around them`() throws {
        let numbers = Numbers([Array(0..<1000)])
        let (screen, table) = try show(numbers)
        #expect(screen[table]?.integer(.rowCount) == 1000)
        #expect(positions(screen) == Array(0..<40))
        #expect(numbers.made.count == 40)
        try screen.send(.showRows(first: 500, count: 10), to: table)
        #expect(positions(screen) == Array(490..<520))
        #expect(texts(screen).first == "490")
        // One row further: one comes, one goes.
        let changes = try screen.changes { try screen.send(.showRows(first: 501, count: 10), to: table) }
        #expect(changes.count { if case .insert = $0 { true } else { false } } == 1)
        #expect(changes.count { if case .remove = $0 { true } else { false } } == 1)
        #expect(try screen.lastUpdateBytes < 200)
        #expect(table.indexPathsForVisibleRows?.first == IndexPath(row: 491, section: 0))
        #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) == nil)
    }

    @Test(arguments: [UInt32.max, 5000, 1000, 999, 0]) func `a host may say anything of what is seen`(_ number: UInt32)
        throws
    {
        let numbers = Numbers([Array(0..<1000)])
        let (screen, table) = try show(numbers)
        try screen.send(.showRows(first: number, count: number), to: table)
        #expect(screen.all(.row).count <= 300)
        try screen.send(.showRows(first: 0, count: 5), to: table)
        #expect(positions(screen) == Array(0..<10) && table.dataSource === numbers)
    }

    @Test func `sections have headers, and places count both`() throws {
        let numbers = Numbers([[1, 2], [], [3]])
        numbers.titles = ["One", nil, "Three"]
        let (screen, table) = try show(numbers, style: .insetGrouped)
        #expect(texts(screen) == ["One", "1", "2", "Three", "3"])
        #expect(positions(screen) == [0, 1, 2, 3, 4])
        let kinds = screen.all(.row).map { $0.choice(.rowKind, as: ViewRowKind.self) ?? .row }
        #expect(kinds == [.header, .row, .row, .header, .row])
        #expect(screen[table]?.choice(.tableStyle, as: ViewTableStyle.self) == .insetGrouped)
        for place in 0..<5 { #expect(table.countedPlaces[place].flatMap(table.countedPlaces.place) == place) }
        #expect(table.countedPlaces[5] == nil && table.countedPlaces[-1] == nil)
    }

    @Test func `views stand above and below all rows, and an empty footer is none`() throws {
        let numbers = Numbers([[1]])
        let table = UITableView()
        table.dataSource = numbers
        let header = UILabel()
        header.text = "All"
        table.tableHeaderView = header
        table.tableFooterView = UIView()
        let screen = try Screen(table)
        #expect(screen[table]?.integer(.rowCount) == 2)
        #expect(screen[header]?.kind == .label)
        table.tableFooterView = UIButton(type: .system)
        try screen.turn()
        #expect(screen[table]?.integer(.rowCount) == 3)
        #expect(screen.all(.button).count == 1)
    }

    @Test func `a press selects a row and tells the delegate`() throws {
        let numbers = Numbers([[0, 1, 2]])
        numbers.pressable = { $0.row != 2 }
        let (screen, table) = try show(numbers)
        let rows = screen.all(.row)
        #expect(rows.map { $0.flag(.isSelectable) } == [true, true, false])
        try screen.send(.activate, to: rows[0].id)
        try screen.send(.activate, to: rows[1].id)
        try screen.send(.activate, to: rows[2].id)
        #expect(numbers.told == ["+0", "-0", "+1"])
        #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
        #expect(screen.all(.row).map { $0.flag(.isSelected) } == [false, true, false])
        table.deselectRow(at: IndexPath(row: 1, section: 0), animated: true)
        try screen.turn()
        #expect(screen.all(.row).allSatisfy { !$0.flag(.isSelected) })
        table.allowsMultipleSelection = true
        try screen.send(.activate, to: rows[0].id)
        try screen.send(.activate, to: rows[1].id)
        try screen.send(.activate, to: rows[0].id)
        #expect(numbers.told.suffix(3) == ["+0", "+1", "-0"])
        #expect(table.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
        table.allowsSelection = false
        try screen.send(.activate, to: rows[0].id)
        #expect(numbers.told.count == 6)
    }

    @Test func `without a delegate, a press selects a row`() throws {
        let numbers = Numbers([[1, 2]])
        let table = UITableView(frame: .zero, style: .plain)
        table.dataSource = numbers
        let screen = try Screen(table)
        let path = IndexPath(row: 0, section: 0)
        try screen.send(.activate, to: try #require(table.cellForRow(at: path)))
        #expect(table.indexPathForSelectedRow == path)
    }

    @Test func `rows that can be edited can be deleted, and the others stay what they are`() throws {
        let numbers = Numbers([[0, 1, 2]])
        numbers.canEdit = true
        let (screen, _) = try show(numbers)
        let rows = screen.all(.row)
        #expect(rows[1].list(.rowActions) == ["Delete"])
        try screen.send(.rowAction(0), to: rows[1].id)
        #expect(texts(screen) == ["0", "2"] && positions(screen) == [0, 1])
        #expect(screen.all(.row).map(\.id) == [rows[0].id, rows[2].id])
        #expect(numbers.made.count == 3)
        try screen.send(.rowAction(7), to: rows[0].id)
        #expect(texts(screen) == ["0", "2"])
    }

    @Test func `actions of a row are done with it`() throws {
        let numbers = Numbers([[0, 1]])
        var done: [String] = []
        numbers.swipes = ["Mark", "Archive"].map { title in
            UIContextualAction(style: .normal, title: title) { _, _, completion in
                done.append(title)
                completion(true)
            }
        }
        let (screen, _) = try show(numbers)
        let row = try #require(screen.all(.row).last)
        #expect(row.list(.rowActions) == ["Mark", "Archive"])
        try screen.send(.rowAction(1), to: row.id)
        #expect(done == ["Archive"])
    }

    /// Offers what can be done with each row, as one does who keeps the row's place.
    private final class Marks: NSObject, UITableViewDataSource, UITableViewDelegate {
        var names = ["a", "b", "c", "d"]
        var verb = "Mark"
        private(set) var marked: [String] = []

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            cell.textLabel?.text = names[indexPath.row]
            return cell
        }
        func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
            -> UISwipeActionsConfiguration?
        {
            UISwipeActionsConfiguration(actions: [
                UIContextualAction(style: .normal, title: verb) { [weak self] _, _, completion in
                    guard let self else { return }
                    marked.append(names[indexPath.row])
                    completion(true)
                }
            ])
        }
    }

    @Test func `an action hits the row that was chosen, also when rows above it have gone`() throws {
        let marks = Marks()
        let table = UITableView()
        table.dataSource = marks
        table.delegate = marks
        let screen = try Screen(table)
        let last = try #require(screen.all(.row).last)
        marks.names.removeFirst(2)
        table.deleteRows(at: [IndexPath(row: 0, section: 0), IndexPath(row: 1, section: 0)], with: .automatic)
        try screen.turn()
        try screen.send(.rowAction(0), to: last.id)
        #expect(marks.marked == ["d"])
        // What the action has become since was not chosen, and is shown now.
        marks.verb = "Destroy"
        try screen.send(.rowAction(0), to: last.id)
        #expect(marks.marked == ["d"] && screen.tree[last.id]?.list(.rowActions) == ["Destroy"])
        try screen.send(.rowAction(0), to: last.id)
        #expect(marks.marked == ["d", "d"])
    }

    @Test func `changes in a batch leave every other row where it belongs`() throws {
        let numbers = Numbers([[0, 1, 2, 3], [10, 11]])
        let (screen, table) = try show(numbers)
        let before = Dictionary(uniqueKeysWithValues: screen.all(.row).map { ($0.text(.text) ?? "", $0.id) })
        table.performBatchUpdates {
            numbers.sections = [[100, 0, 2, 3, 101], [11, 10], [7]]
            table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
            table.insertRows(at: [IndexPath(row: 0, section: 0), IndexPath(row: 4, section: 0)], with: .fade)
            table.reloadRows(at: [IndexPath(row: 2, section: 0)], with: .none)
            table.moveRow(at: IndexPath(row: 1, section: 1), to: IndexPath(row: 0, section: 1))
            table.insertSections([2], with: .automatic)
        }
        try screen.turn()
        #expect(texts(screen) == ["100", "0", "2", "3", "101", "11", "10", "7"])
        let after = Dictionary(uniqueKeysWithValues: screen.all(.row).map { ($0.text(.text) ?? "", $0.id) })
        for kept in ["0", "3", "10", "11"] { #expect(after[kept] == before[kept], "row \(kept)") }
        #expect(after["2"] != before["2"])
        numbers.sections.remove(at: 0)
        table.deleteSections([0], with: .automatic)
        try screen.turn()
        #expect(texts(screen) == ["11", "10", "7"])
        #expect(screen.all(.row).first?.id == before["11"])
    }

    @Test func `reloading asks for everything again and selects nothing`() throws {
        let numbers = Numbers([[0]])
        let (screen, table) = try show(numbers)
        table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
        numbers.sections = [[5, 6]]
        table.reloadData()
        try screen.turn()
        #expect(texts(screen) == ["5", "6"] && table.indexPathForSelectedRow == nil)
        #expect(table.numberOfSections == 1 && table.numberOfRows(inSection: 0) == 2)
        #expect(table.numberOfRows(inSection: 9) == 0)
    }

    @Test func `a data source that gives one cell for all rows shows it once`() throws {
        final class OneCell: NSObject, UITableViewDataSource {
            let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { cell }
        }
        let source = OneCell()
        let table = UITableView()
        table.dataSource = source
        let screen = try Screen(table)
        #expect(positions(screen) == [2])
    }

    @Test func `a table of a data source that has gone, and one without, is empty`() throws {
        let table = UITableView()
        let screen = try Screen(table)
        #expect(screen[table]?.integer(.rowCount) == 0)
        do {
            let numbers = Numbers([[1]])
            table.dataSource = numbers
            try screen.turn()
            #expect(texts(screen) == ["1"])
        }
        table.reloadData()
        try screen.turn()
        #expect(texts(screen) == [])
    }
}
