public import Foundation

/// A data source that shows snapshots in a table, and changes only the rows in which two snapshots differ.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource-2euir
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject, UITableViewDataSource
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
    /// The snapshots that the data source shows.
    public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// Returns the cell of an item at a path of a table; `nil` for an empty cell.
    public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?

    /// Has no effect; hosts decide on animations.
    public var defaultRowAnimation = UITableView.RowAnimation.automatic
    private weak var table: UITableView?
    private let cellProvider: CellProvider
    private var current = Snapshot()
    private var sections: [SectionIdentifierType] = []
    private var rows: [[ItemIdentifierType]] = []
    private var paths: [ItemIdentifierType: IndexPath] = [:]

    /// Makes a data source without sections, and sets it as the data source of a table, which refers to it weakly.
    ///
    /// - Parameters:
    ///   - tableView: the table that shows the items.
    ///   - cellProvider: returns the cell of an item; `nil` for an empty cell.
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        table = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    /// Returns the snapshot that is shown, without marks for reloading and reconfiguring.
    open func snapshot() -> Snapshot { current }

    /// Shows a snapshot. Items that were shown before keep their cells, unless they are marked for reloading.
    ///
    /// - Parameters:
    ///   - snapshot: the sections and items to show.
    ///   - animatingDifferences: has no effect; hosts decide on animations.
    ///   - completion: called before this method returns.
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

    /// Shows a snapshot, as `apply(_:animatingDifferences:completion:)` does.
    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
        apply(snapshot, animatingDifferences: animatingDifferences, completion: nil)
    }

    /// Shows a snapshot and makes all rows again.
    ///
    /// - Parameters:
    ///   - snapshot: the sections and items to show.
    ///   - completion: called before this method returns.
    open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
        take(snapshot)
        table?.reloadData()
        completion?()
    }

    private func take(_ snapshot: Snapshot) {
        current = snapshot.withoutMarks()
        sections = snapshot.sectionIdentifiers
        rows = sections.map(snapshot.itemIdentifiers(inSection:))
        paths = [:]
        for (section, items) in rows.enumerated() {
            for (row, item) in items.enumerated() { paths[item] = IndexPath(row: row, section: section) }
        }
    }

    /// Returns the item at a path; `nil` when there is none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        guard rows.indices.contains(indexPath.section), rows[indexPath.section].indices.contains(indexPath.row) else {
            return nil
        }
        return rows[indexPath.section][indexPath.row]
    }

    /// Returns the path of an item; `nil` when the item is not shown.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { paths[itemIdentifier] }

    /// Returns the section at an index; `nil` when there is none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// Returns the index of a section; `nil` when the section is not shown.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { sections.firstIndex(of: sectionIdentifier) }

    // MARK: UITableViewDataSource

    /// Returns the number of sections in the snapshot.
    open func numberOfSections(in tableView: UITableView) -> Int { sections.count }

    /// Returns the number of items of the section.
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        rows.indices.contains(section) ? rows[section].count : 0
    }

    /// Returns the cell that the cell provider makes, or an empty cell.
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        itemIdentifier(for: indexPath).flatMap { cellProvider(tableView, indexPath, $0) }
            ?? UITableViewCell(style: .default, reuseIdentifier: nil)
    }

    /// Returns no title. Override it to provide headers.
    open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// Returns no title. Override it to provide footers.
    open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    /// Returns `false`. Override it to let the user delete rows.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing. Override it to delete an item and apply the new snapshot.
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
}
