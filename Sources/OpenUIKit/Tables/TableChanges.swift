import Foundation

/// A batch of changes to a table. It tells where rows and sections move.
///
/// As in UIKit, indexes of deleted, reloaded and moved rows are those before the batch; indexes of inserted rows are
/// those after it.
struct TableChanges {
    var deletedSections: Set<Int> = []
    var insertedSections: Set<Int> = []
    var reloadedSections: Set<Int> = []
    var deletedRows: Set<IndexPath> = []
    var insertedRows: Set<IndexPath> = []
    var reloadedRows: Set<IndexPath> = []
    /// The new path of each moved row, by its old path.
    var movedRows: [IndexPath: IndexPath] = [:]

    /// - Returns: the new index of a section; `nil` when it was deleted or is reloaded.
    func section(_ old: Int) -> Int? {
        guard !deletedSections.contains(old), !reloadedSections.contains(old) else { return nil }
        return Self.shifted(old, deletedSections, insertedSections)
    }

    /// - Returns: the new path of a row; `nil` when it was deleted or is reloaded.
    func row(_ old: IndexPath) -> IndexPath? {
        if let target = movedRows[old] { return target }
        guard let section = section(old.section), !deletedRows.contains(old), !reloadedRows.contains(old) else {
            return nil
        }
        let gone = deletedRows.union(movedRows.keys).filter { $0.section == old.section }.map(\.row)
        let new = insertedRows.union(movedRows.values).filter { $0.section == section }.map(\.row)
        return IndexPath(row: Self.shifted(old.row, Set(gone), Set(new)), section: section)
    }

    private static func shifted(_ old: Int, _ deleted: Set<Int>, _ inserted: Set<Int>) -> Int {
        var place = old - deleted.count { $0 < old }
        for new in inserted.sorted() where new <= place { place += 1 }
        return place
    }
}
