import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// What a row shows.
@MainActor @Suite struct CellTests {
    private final class OneRow: NSObject, UITableViewDataSource {
        let cell: UITableViewCell
        init(_ cell: UITableViewCell) { self.cell = cell }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { cell }
    }

    /// Keeps the data source, which a table does not.
    @MainActor
    private struct Shown {
        let screen: Screen
        let source: OneRow
        var row: ViewNode { get throws { try #require(screen.all(.row).first) } }
    }

    private func show(_ cell: UITableViewCell) throws -> Shown {
        let source = OneRow(cell)
        let table = UITableView()
        table.dataSource = source
        return Shown(screen: try Screen(table), source: source)
    }

    @Test func `labels and picture are the row's own, and a changed label is one small patch`() throws {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        cell.textLabel?.text = "Title"
        cell.detailTextLabel?.text = "Detail"
        cell.imageView?.image = UIImage(systemName: "star")
        cell.accessoryType = .disclosureIndicator
        let shown = try show(cell)
        #expect(try shown.row.text(.text) == "Title" && shown.row.text(.detail) == "Detail")
        #expect(try !shown.row.flag(.isHorizontal))
        #expect(try shown.row.text(.symbol) == "star" && shown.row.children.isEmpty)
        #expect(try shown.row.choice(.accessory, as: ViewAccessory.self) == .disclosure)
        let changes = try shown.screen.changes { cell.detailTextLabel?.text = "Other" }
        #expect(changes == [.set(id: try shown.row.id, .detail, .text("Other"))])
        #expect(try shown.screen.lastUpdateBytes < 100)
        cell.textLabel?.isHidden = true
        try shown.screen.turn()
        #expect(try shown.row.text(.text) == nil)
        #expect(UITableViewCell(style: .default, reuseIdentifier: nil).detailTextLabel == nil)
    }

    @Test func `a configuration takes the place of the labels`() throws {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        var content = cell.defaultContentConfiguration()
        content.text = "Title"
        content.secondaryText = "Detail"
        content.image = SamplePictures.quarters
        content.textProperties.color = .red
        cell.contentConfiguration = content
        let shown = try show(cell)
        #expect(try shown.row.text(.text) == "Title" && shown.row.text(.detail) == "Detail")
        #expect(try !shown.row.flag(.isHorizontal))
        content.prefersSideBySideTextAndSecondaryText = true
        cell.contentConfiguration = content
        try shown.screen.turn()
        #expect(try shown.row.flag(.isHorizontal))
        #expect(try shown.row.color(.textColor) != nil && shown.row.image(.image) != nil)
        #expect(shown.screen.images.count == 1)
        content.image = nil
        cell.contentConfiguration = content
        try shown.screen.turn()
        #expect(try shown.row.image(.image) == nil && shown.screen.images.isEmpty)
    }

    @Test func `views of the program's own and a control at the end stand in the row`() throws {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        let label = UILabel()
        label.text = "Own"
        cell.contentView.addSubview(label)
        let button = UIButton(type: .system)
        cell.accessoryView = button
        let shown = try show(cell)
        #expect(shown.screen[label]?.text(.text) == "Own")
        #expect(shown.screen[button]?.parent == (try shown.row.id))
        cell.accessoryView = nil
        try shown.screen.turn()
        #expect(shown.screen[button] == nil)
    }

    @Test func `a configuration of the program's own makes a view`() throws {
        struct Greeting: UIContentConfiguration {
            func makeContentView() -> any UIView & UIContentView { GreetingView(configuration: self) }
        }
        final class GreetingView: UILabel, UIContentView {
            var configuration: any UIContentConfiguration
            init(configuration: any UIContentConfiguration) {
                self.configuration = configuration
                super.init(frame: .zero)
                text = "Hello"
            }
            required init?(coder: NSCoder) { nil }
        }
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.contentConfiguration = Greeting()
        let shown = try show(cell)
        #expect(shown.screen.all(.label).map { $0.text(.text) } == ["Hello"])
        cell.contentConfiguration = nil
        try shown.screen.turn()
        #expect(shown.screen.all(.label).isEmpty)
    }

    @Test func `a registered class is made for its row`() throws {
        final class OwnCell: UITableViewCell {
            required init(style: CellStyle, reuseIdentifier: String?) {
                super.init(style: .value1, reuseIdentifier: reuseIdentifier)
            }
            required init?(coder: NSCoder) { super.init(coder: coder) }
        }
        let table = UITableView()
        table.register(OwnCell.self, forCellReuseIdentifier: "own")
        let cell = table.dequeueReusableCell(withIdentifier: "own", for: IndexPath(row: 0, section: 0))
        #expect(cell is OwnCell && cell.reuseIdentifier == "own" && cell.detailTextLabel != nil)
        #expect(table.dequeueReusableCell(withIdentifier: "other") == nil)
    }
}
