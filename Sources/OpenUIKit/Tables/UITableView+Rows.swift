import Foundation
import OpenViewTree

extension UITableView {
    func countPlaces() -> TablePlaces {
        let count = dataSource?.numberOfSections(in: self) ?? 0
        let sections = (0..<min(max(count, 0), ViewLimits.rows)).map { section in
            TablePlaces.Section(
                rowCount: dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0,
                hasHeader: title(ofHeader: section) != nil
                    || delegate?.tableView(self, viewForHeaderInSection: section) != nil,
                hasFooter: title(ofFooter: section) != nil
                    || delegate?.tableView(self, viewForFooterInSection: section) != nil)
        }
        return TablePlaces(
            sections, hasHeader: tableHeaderView != nil, hasFooter: tableFooterView.map(Self.showsSomething) ?? false)
    }

    private static func showsSomething(_ view: UIView) -> Bool {
        type(of: view) != UIView.self || !view.subviews.isEmpty
    }

    private func title(ofHeader section: Int) -> String? {
        dataSource?.tableView(self, titleForHeaderInSection: section).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func title(ofFooter section: Int) -> String? {
        dataSource?.tableView(self, titleForFooterInSection: section).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Returns: `nil` when neither the data source nor the delegate provides it.
    func makeRow(_ part: TablePlaces.Part) -> TableRow? {
        switch part {
        case .tableHeader: return tableHeaderView.map(TableRow.init(supplement:))
        case .tableFooter: return tableFooterView.map(TableRow.init(supplement:))
        case .header(let section):
            let view = delegate?.tableView(self, viewForHeaderInSection: section)
            return (view ?? title(ofHeader: section).map(TableTitleView.init)).map(TableRow.init(supplement:))
        case .footer(let section):
            let view = delegate?.tableView(self, viewForFooterInSection: section)
            return (view ?? title(ofFooter: section).map(TableTitleView.init)).map(TableRow.init(supplement:))
        case .row(let path):
            guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { return nil }
            cell.isSelected = selection.contains(path)
            delegate?.tableView(self, willDisplay: cell, forRowAt: path)
            return TableRow(
                cell, actions: actions(of: path), height: delegate?.tableView(self, heightForRowAt: path) ?? rowHeight,
                canBePressed: delegate?.tableView(self, shouldHighlightRowAt: path) ?? true)
        }
    }

    // MARK: User actions

    /// Handles a press on a row.
    func press(_ cell: UITableViewCell) {
        guard allowsSelection, let pressed = indexPath(for: cell), shown[.row(pressed)]?.canBePressed == true else {
            return
        }
        if allowsMultipleSelection, selection.contains(pressed) {
            deselectRow(at: pressed, animated: true)
            delegate?.tableView(self, didDeselectRowAt: pressed)
            return
        }
        let chosen = delegate.map { $0.tableView(self, willSelectRowAt: pressed) } ?? pressed
        guard let path = chosen else { return }
        let others = allowsMultipleSelection ? [] : selection.subtracting([path])
        for other in others {
            deselectRow(at: other, animated: true)
            delegate?.tableView(self, didDeselectRowAt: other)
        }
        selectRow(at: path, animated: true, scrollPosition: .none)
        delegate?.tableView(self, didSelectRowAt: path)
        cell.selected?()
    }

    /// Performs an action of a row.
    ///
    /// The delegate is asked for the actions again, because the present ones were made for the row's path at that time.
    func perform(_ index: Int, for cell: UITableViewCell) {
        guard let path = indexPath(for: cell), let titles = shown[.row(path)]?.actions.map(\.title),
            titles.indices.contains(index)
        else { return }
        let actions = actions(of: path)
        // An action that has changed meanwhile was not the user's choice.
        if actions.indices.contains(index), actions[index].title == titles[index] { actions[index].perform() }
        // Performing the action may have changed the titles, for example from "Mark" to "Unmark".
        guard let path = indexPath(for: cell) else { return }
        shown[.row(path)]?.actions = self.actions(of: path)
        setNeedsRendering()
    }

    private func actions(of path: IndexPath) -> [TableRow.RowAction] {
        let configurations = [
            delegate?.tableView(self, leadingSwipeActionsConfigurationForRowAt: path),
            delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: path),
        ]
        let actions = configurations.compactMap { $0?.actions }.joined().map { action in
            TableRow.RowAction(title: action.title ?? "") { [weak self] in
                guard let self else { return }
                action.handler(action, self) { _ in }
            }
        }
        guard actions.isEmpty, dataSource?.tableView(self, canEditRowAt: path) == true,
            (delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete) == .delete
        else { return actions }
        let title = delegate?.tableView(self, titleForDeleteConfirmationButtonForRowAt: path)
        return [
            TableRow.RowAction(title: title ?? "Delete") { [weak self] in
                guard let self, let dataSource else { return }
                dataSource.tableView(self, commit: .delete, forRowAt: path)
            }
        ]
    }
}

extension UITableView {
    /// The path of the first selected row; `nil` when none is selected.
    public var indexPathForSelectedRow: IndexPath? { selection.min() }

    /// The paths of the selected rows, in order; `nil` when none is selected.
    public var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection.sorted() }

    /// Selects a row without notifying the delegate.
    ///
    /// - Parameters:
    ///   - indexPath: the row to select; `nil` to remove the selection.
    ///   - animated: has no effect.
    ///   - scrollPosition: has no effect, because the host scrolls.
    public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !allowsMultipleSelection || indexPath == nil {
            for other in selection where other != indexPath { deselectRow(at: other, animated: animated) }
        }
        guard let indexPath else { return }
        selection.insert(indexPath)
        cellForRow(at: indexPath)?.setSelected(true, animated: animated)
    }

    /// Removes a row from the selection without notifying the delegate. `animated` has no effect.
    public func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selection.remove(indexPath)
        cellForRow(at: indexPath)?.setSelected(false, animated: animated)
    }
}

extension UITableView {
    /// Inserts rows, which the data source already provides. `animation` has no effect.
    ///
    /// - Parameters:
    ///   - indexPaths: the paths after the changes of the batch.
    ///   - animation: has no effect.
    public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { $0.insertedRows.formUnion(indexPaths) }
    }

    /// Deletes rows, which the data source no longer provides. `animation` has no effect.
    ///
    /// - Parameters:
    ///   - indexPaths: the paths before the changes of the batch.
    ///   - animation: has no effect.
    public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { $0.deletedRows.formUnion(indexPaths) }
    }

    /// Makes rows again. `animation` has no effect.
    ///
    /// - Parameters:
    ///   - indexPaths: the paths before the changes of the batch.
    ///   - animation: has no effect.
    public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change { $0.reloadedRows.formUnion(indexPaths) }
    }

    /// Asks the data source for rows again, which gets the present cells when it dequeues them.
    public func reconfigureRows(at indexPaths: [IndexPath]) {
        for path in indexPaths { reconfigure(path) }
    }

    /// Moves a row, which the data source already provides at the new path.
    ///
    /// - Parameters:
    ///   - indexPath: the path before the changes of the batch.
    ///   - newIndexPath: the path after them.
    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change { $0.movedRows[indexPath] = newIndexPath }
    }

    /// Inserts sections, which the data source already provides. `animation` has no effect.
    ///
    /// - Parameters:
    ///   - sections: the indexes after the changes of the batch.
    ///   - animation: has no effect.
    public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { $0.insertedSections.formUnion(sections) }
    }

    /// Deletes sections, which the data source no longer provides. `animation` has no effect.
    ///
    /// - Parameters:
    ///   - sections: the indexes before the changes of the batch.
    ///   - animation: has no effect.
    public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { $0.deletedSections.formUnion(sections) }
    }

    /// Makes the rows, header and footer of sections again. `animation` has no effect.
    ///
    /// - Parameters:
    ///   - sections: the indexes before the changes of the batch.
    ///   - animation: has no effect.
    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        change { $0.reloadedSections.formUnion(sections) }
    }

    private func change(_ body: (inout TableChanges) -> Void) {
        beginUpdates()
        if var changes {
            body(&changes)
            self.changes = changes
        }
        endUpdates()
    }
}
