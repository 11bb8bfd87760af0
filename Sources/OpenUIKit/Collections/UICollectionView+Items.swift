public import Foundation
import OpenViewTree

extension UICollectionView {
    /// The number of sections.
    public var numberOfSections: Int { countedItems.sections.count }

    /// Returns the number of items in a section; 0 when the section does not exist.
    public func numberOfItems(inSection section: Int) -> Int {
        countedSection(section)?.division.itemCount ?? 0
    }

    /// The layout of a section; `nil` when the section does not exist, such as that of a cell that is still there after
    /// the sections were counted again.
    func countedSection(_ index: Int) -> CollectionSection? {
        let sections = countedItems.sections
        return sections.indices.contains(index) ? sections[index] : nil
    }

    /// Returns the cell of an item; `nil` when the host does not have the item.
    public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }

    /// Returns the path of a cell; `nil` when the cell is not shown.
    public func indexPath(for cell: UICollectionViewCell) -> IndexPath? { cells.first { $0.value === cell }?.key }

    /// The items that the host has, in order. These are the visible ones and some around them.
    public var indexPathsForVisibleItems: [IndexPath] { cells.keys.sorted() }

    /// The cells of the items that the host has, in order.
    public var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { cells[$0] } }

    /// Returns the header or footer of a section; `nil` when the host does not have it.
    public func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionReusableView?
    {
        let sections = countedItems.sections
        guard sections.indices.contains(indexPath.section) else { return nil }
        if sections[indexPath.section].header?.kind == elementKind { return supplements[.header(indexPath.section)] }
        return sections[indexPath.section].footer?.kind == elementKind
            ? supplements[.footer(indexPath.section)] : nil
    }

    // MARK: Selection

    /// The paths of the selected items, in order; an empty list when none is selected, never `nil`.
    public var indexPathsForSelectedItems: [IndexPath]? { selection.sorted() }

    /// Selects an item without notifying the delegate.
    ///
    /// - Parameters:
    ///   - indexPath: the item to select; `nil` to remove the selection.
    ///   - animated: has no effect.
    ///   - scrollPosition: has no effect, because the host scrolls.
    public func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !allowsMultipleSelection || indexPath == nil {
            for other in selection where other != indexPath { deselectItem(at: other, animated: animated) }
        }
        guard let indexPath else { return }
        selection.insert(indexPath)
        cells[indexPath]?.isSelected = true
    }

    /// Removes an item from the selection without notifying the delegate. `animated` has no effect.
    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selection.remove(indexPath)
        cells[indexPath]?.isSelected = false
    }

    /// Whether the user can press a cell.
    func canPress(_ cell: UICollectionViewCell) -> Bool {
        allowsSelection && pressable.contains(ObjectIdentifier(cell))
    }

    /// Handles a press on a cell.
    func press(_ cell: UICollectionViewCell) {
        guard canPress(cell), let path = indexPath(for: cell), let section = countedSection(path.section) else {
            return
        }
        if section.isFirstItemHeader, path.item == 0 { return }
        if allowsMultipleSelection, selection.contains(path) {
            guard delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
            deselectItem(at: path, animated: true)
            delegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
        for other in allowsMultipleSelection ? [] : selection.subtracting([path]) {
            deselectItem(at: other, animated: true)
            delegate?.collectionView(self, didDeselectItemAt: other)
        }
        selectItem(at: path, animated: true, scrollPosition: [])
        delegate?.collectionView(self, didSelectItemAt: path)
        cell.selected?()
    }

    // MARK: Swipe actions

    func actions(of path: IndexPath, in section: CollectionSection) -> [TableRow.RowAction] {
        [section.leadingActions?(path), section.trailingActions?(path)].compactMap { $0?.actions }.joined().map {
            action in
            TableRow.RowAction(title: action.title ?? "") { [weak self] in
                guard let self else { return }
                action.handler(action, self) { _ in }
            }
        }
    }

    /// Performs an action of an item.
    ///
    /// The list is asked for the actions again, because the present ones were made for the item's path at that time.
    func perform(_ index: Int, for cell: UICollectionViewCell) {
        guard let path = indexPath(for: cell), let titles = itemActions[path]?.map(\.title),
            titles.indices.contains(index), let section = countedSection(path.section)
        else { return }
        let actions = actions(of: path, in: section)
        // An action that has changed meanwhile was not the user's choice.
        if actions.indices.contains(index), actions[index].title == titles[index] { actions[index].perform() }
        guard let path = self.indexPath(for: cell), let section = countedSection(path.section) else { return }
        itemActions[path] = self.actions(of: path, in: section)
        setNeedsRendering()
    }
}

extension UICollectionView {
    /// Inserts items, which the data source already provides. The paths are those after the changes of the batch.
    public func insertItems(at indexPaths: [IndexPath]) { change { $0.insertedRows.formUnion(indexPaths) } }

    /// Deletes items, which the data source no longer provides. The paths are those before the changes of the batch.
    public func deleteItems(at indexPaths: [IndexPath]) { change { $0.deletedRows.formUnion(indexPaths) } }

    /// Makes items again. The paths are those before the changes of the batch.
    public func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloadedRows.formUnion(indexPaths) } }

    /// Asks the data source for items again, which gets the present cells when it dequeues them.
    public func reconfigureItems(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            guard let cell = cells[path] else { continue }
            reconfigured = cell
            defer { reconfigured = nil }
            guard let new = dataSource?.collectionView(self, cellForItemAt: path), new !== cell else { continue }
            change { $0.reloadedRows.insert(path) }
        }
    }

    /// Moves an item, which the data source already provides at the new path.
    ///
    /// - Parameters:
    ///   - indexPath: the path before the changes of the batch.
    ///   - newIndexPath: the path after them.
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { $0.movedRows[indexPath] = newIndexPath }
    }

    /// Inserts sections, which the data source already provides. The indexes are those after the changes of the batch.
    public func insertSections(_ sections: IndexSet) { change { $0.insertedSections.formUnion(sections) } }

    /// Deletes sections, which the data source no longer provides. The indexes are those before the changes of the
    /// batch.
    public func deleteSections(_ sections: IndexSet) { change { $0.deletedSections.formUnion(sections) } }

    /// Makes the items, header and footer of sections again. The indexes are those before the changes of the batch.
    public func reloadSections(_ sections: IndexSet) { change { $0.reloadedSections.formUnion(sections) } }

    private func change(_ body: (inout TableChanges) -> Void) {
        beginChanges()
        if var changes {
            body(&changes)
            self.changes = changes
        }
        endChanges()
    }
}
