public import Foundation

/// Gives a table what stands in snapshots, and tells it what has changed between two of them.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir
@MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject, UITableViewDataSource
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
    public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?

    /// How rows come and go; hosts decide.
    public var defaultRowAnimation = UITableView.RowAnimation.automatic
    private weak var table: UITableView?
    private let cellProvider: CellProvider
    private var current = Snapshot()
    private var sections: [SectionIdentifierType] = []
    private var rows: [[ItemIdentifierType]] = []
    private var paths: [ItemIdentifierType: IndexPath] = [:]

    /// Becomes the data source of a table, which does not keep it.
    ///
    /// - Parameter cellProvider: nil from it makes an empty cell.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        table = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    /// What stands in the table.
    open func snapshot() -> Snapshot { current }

    /// Shows another snapshot: rows of items that were there before stay what they are.
    ///
    /// - Parameter completion: called at once.
    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil) {
        let remade = Set(snapshot.reloadedItemIdentifiers)
            .union(snapshot.reloadedSectionIdentifiers.flatMap(snapshot.itemIdentifiers(inSection:)))
        let before = rows
        take(snapshot)
        table?.rearrange(section: { _ in nil }) { old in
            guard before.indices.contains(old.section), before[old.section].indices.contains(old.row) else {
                return nil
            }
            let item = before[old.section][old.row]
            return remade.contains(item) ? nil : paths[item]
        }
        table?.reconfigureRows(at: snapshot.reconfiguredItemIdentifiers.compactMap { paths[$0] })
        completion?()
    }

    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
        apply(snapshot, animatingDifferences: animatingDifferences, completion: nil)
    }

    /// Shows another snapshot, with all rows made anew.
    open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
        take(snapshot)
        table?.reloadData()
        completion?()
    }

    private func take(_ snapshot: Snapshot) {
        current = snapshot.settled()
        sections = snapshot.sectionIdentifiers
        rows = sections.map(snapshot.itemIdentifiers(inSection:))
        paths = [:]
        for (section, items) in rows.enumerated() {
            for (row, item) in items.enumerated() { paths[item] = IndexPath(row: row, section: section) }
        }
    }

    /// nil where there is none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        guard rows.indices.contains(indexPath.section), rows[indexPath.section].indices.contains(indexPath.row) else {
            return nil
        }
        return rows[indexPath.section][indexPath.row]
    }

    /// nil for one that is not there.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { paths[itemIdentifier] }

    /// nil where there is none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// nil for one that is not there.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { sections.firstIndex(of: sectionIdentifier) }

    // MARK: UITableViewDataSource

    open func numberOfSections(in tableView: UITableView) -> Int { sections.count }

    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        rows.indices.contains(section) ? rows[section].count : 0
    }

    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        itemIdentifier(for: indexPath).flatMap { cellProvider(tableView, indexPath, $0) }
            ?? UITableViewCell(style: .default, reuseIdentifier: nil)
    }

    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
}
