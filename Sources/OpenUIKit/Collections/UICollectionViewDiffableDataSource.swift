public import Foundation

/// A data source that shows snapshots in a collection view, and changes only the items in which two snapshots differ.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewdiffabledatasource-9tqpa
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject,
    UICollectionViewDataSource
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
    /// The snapshots that the data source shows.
    public typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// Returns the cell of an item at a path of a collection view; `nil` for an empty cell.
    public typealias CellProvider =
        (
            _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
        ) -> UICollectionViewCell?
    /// Returns a header or footer of a kind; `nil` for an empty view.
    public typealias SupplementaryViewProvider =
        (
            _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
        ) -> UICollectionReusableView?

    /// Returns the headers and footers; `nil` for empty views.
    open var supplementaryViewProvider: SupplementaryViewProvider? { didSet { collection?.forgetItems() } }
    private weak var collection: UICollectionView?
    private let cellProvider: CellProvider
    private var current = Snapshot()
    private var sections: [SectionIdentifierType] = []
    private var items: [[ItemIdentifierType]] = []
    private var paths: [ItemIdentifierType: IndexPath] = [:]

    /// Makes a data source without sections, and sets it as the data source of a collection view, which refers to it
    /// weakly.
    ///
    /// - Parameters:
    ///   - collectionView: the collection view that shows the items.
    ///   - cellProvider: returns the cell of an item; `nil` for an empty cell.
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        collection = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
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
        let before = items
        take(snapshot)
        collection?.rearrange(section: { _ in nil }) { old in
            guard before.indices.contains(old.section), before[old.section].indices.contains(old.item) else {
                return nil
            }
            let item = before[old.section][old.item]
            return remade.contains(item) ? nil : paths[item]
        }
        collection?.reconfigureItems(at: snapshot.reconfiguredItemIdentifiers.compactMap { paths[$0] })
        completion?()
    }

    /// Shows a snapshot, as `apply(_:animatingDifferences:completion:)` does.
    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
        apply(snapshot, animatingDifferences: animatingDifferences, completion: nil)
    }

    /// Shows a snapshot and makes all items again.
    ///
    /// - Parameters:
    ///   - snapshot: the sections and items to show.
    ///   - completion: called before this method returns.
    open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
        take(snapshot)
        collection?.reloadData()
        completion?()
    }

    private func take(_ snapshot: Snapshot) {
        current = snapshot.withoutMarks()
        sections = snapshot.sectionIdentifiers
        items = sections.map(snapshot.itemIdentifiers(inSection:))
        paths = [:]
        for (section, identifiers) in items.enumerated() {
            for (item, identifier) in identifiers.enumerated() {
                paths[identifier] = IndexPath(item: item, section: section)
            }
        }
    }

    /// Returns the item at a path; `nil` when the path has no item.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        guard items.indices.contains(indexPath.section), items[indexPath.section].indices.contains(indexPath.item)
        else { return nil }
        return items[indexPath.section][indexPath.item]
    }

    /// Returns the path of an item; `nil` when the item is not shown.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { paths[itemIdentifier] }

    /// Returns the section at an index; `nil` when the index is out of range.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// Returns the index of a section; `nil` when the section is not shown.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? { sections.firstIndex(of: sectionIdentifier) }

    // MARK: UICollectionViewDataSource

    /// Returns the number of sections in the snapshot.
    open func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }

    /// Returns the number of items of the section.
    open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        items.indices.contains(section) ? items[section].count : 0
    }

    /// Returns the cell that the cell provider makes, or an empty cell.
    open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
        -> UICollectionViewCell
    {
        itemIdentifier(for: indexPath).flatMap { cellProvider(collectionView, indexPath, $0) }
            ?? UICollectionViewCell(frame: .zero)
    }

    /// Returns the view that ``supplementaryViewProvider`` makes, or an empty view.
    open func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView(frame: .zero)
    }
}
