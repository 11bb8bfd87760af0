import Foundation
import OpenFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit

final class PrototypeCell: UITableViewCell {
    var name: UILabel?

    static let registered: Void = {
        ObjectiveCMembers.addProperty(
            "prototypeName", of: PrototypeCell.self, get: { $0.name }, set: { $0.name = try $1.value(at: 0) })
    }()
}

final class PrototypeController: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Row", for: indexPath)
        (cell as? PrototypeCell)?.name?.text = "Row \(indexPath.row)"
        return cell
    }
}

@MainActor
@Suite(.serialized) struct TableStoryboardTests {
    init() { PrototypeCell.registered }

    private func controller(class name: String? = nil, table: String) -> String {
        """
        <tableViewController id="vc"\(name.map { " customClass=\"\($0)\" customModuleProvider=\"target\"" } ?? "") \
        sceneMemberID="viewController">
            <tableView key="view" style="grouped" rowHeight="-1" id="t">\(table)
                <connections><outlet property="dataSource" destination="vc" id="o1"/>
                    <outlet property="delegate" destination="vc" id="o2"/></connections>
            </tableView>
        </tableViewController>
        """
    }

    @Test func `prototype cells are made for each row with outlets of their own`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                controller(
                    class: "PrototypeController",
                    table: """
                        <prototypes><tableViewCell reuseIdentifier="Row" customClass="PrototypeCell" \
                        customModuleProvider="target" accessoryType="disclosureIndicator" id="cell">
                            <tableViewCellContentView key="contentView" id="content"><subviews>
                                <label text="Prototype" translatesAutoresizingMaskIntoConstraints="NO" id="l"/></subviews>
                                <constraints><constraint firstItem="l" firstAttribute="leading" secondItem="content" \
                        secondAttribute="leadingMargin" id="c"/></constraints>
                            </tableViewCellContentView>
                            <connections><outlet property="prototypeName" destination="l" id="o"/></connections>
                        </tableViewCell></prototypes>
                        """)))
        let controller: PrototypeController = try fixture.initial()
        _ = try Screen(controller)
        #expect(controller.tableView.style == .grouped)
        let cells = controller.tableView.visibleCells
        #expect(cells.count == 2)
        #expect(cells.compactMap { ($0 as? PrototypeCell)?.name?.text } == ["Row 0", "Row 1"])
        #expect(cells.allSatisfy { $0.accessoryType == .disclosureIndicator && $0.reuseIdentifier == "Row" })
        #expect(cells.first?.contentView.constraints.count == 1)
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `static cells are the rows of the table`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                controller(
                    table: """
                        <sections><tableViewSection headerTitle="Settings" id="s"><cells>
                            <tableViewCell style="IBUITableViewCellStyleValue1" textLabel="a" detailTextLabel="b" id="one">
                                <tableViewCellContentView key="contentView" id="content"><subviews>
                                    <label text="Name" id="a"/><label text="Value" id="b"/></subviews>
                                </tableViewCellContentView></tableViewCell>
                            <tableViewCell id="two"><connections>
                                <segue destination="next" kind="presentation" id="g"/></connections></tableViewCell>
                        </cells></tableViewSection></sections>
                        """), .controller("next", attributes: "title=\"Next\"")))
        let controller: UITableViewController = try fixture.initial()
        let screen = try Screen(controller)
        let table = try #require(controller.tableView)
        #expect(table.numberOfSections == 1)
        #expect(table.numberOfRows(inSection: 0) == 2)
        let cells = table.visibleCells
        #expect(cells.first?.textLabel?.text == "Name")
        #expect(cells.first?.detailTextLabel?.text == "Value")
        #expect(controller.tableView(table, titleForHeaderInSection: 0) == "Settings")
        try screen.send(.activate, to: cells[1])
        #expect(controller.presentedViewController?.title == "Next")
    }

    @Test func `a nib file provides cells, and the view of a controller`() throws {
        let xib = { (objects: String) in
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch">
                <objects>\(objects)</objects>
            </document>
            """
        }
        let fixture = try StoryboardFixture(
            .storyboard(.controller()),
            others: [
                "Cell.xib": xib(
                    "<tableViewCell reuseIdentifier=\"N\" id=\"c\" customClass=\"PrototypeCell\" "
                        + "customModuleProvider=\"target\"/>"),
                "Owner.xib": xib(
                    """
                    <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="UIViewController">
                        <connections><outlet property="view" destination="v" id="o"/></connections></placeholder>
                    <view id="v"><subviews><label text="From a nib" id="l"/></subviews></view>
                    """),
            ])
        let table = UITableView()
        table.register(UINib(nibName: "Cell", bundle: fixture.bundle), forCellReuseIdentifier: "N")
        #expect(table.dequeueReusableCell(withIdentifier: "N") is PrototypeCell)
        let controller = UIViewController(nibName: "Owner", bundle: fixture.bundle)
        #expect((controller.view.subviews.first as? UILabel)?.text == "From a nib")
        #expect(fixture.bundle.loadNibNamed("Owner", owner: nil)?.count == 1)
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }
}
