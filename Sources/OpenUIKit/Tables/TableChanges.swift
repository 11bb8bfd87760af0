import Foundation

/// Changes of a table that belong together, and where they leave what was there.
///
/// As on Apple's system, what is deleted, reloaded or moved away is counted as before all changes, and what is inserted as
/// after them.
struct TableChanges {
    var deletedSections: Set<Int> = []
    var insertedSections: Set<Int> = []
    var reloadedSections: Set<Int> = []
    var deletedRows: Set<IndexPath> = []
    var insertedRows: Set<IndexPath> = []
    var reloadedRows: Set<IndexPath> = []
    /// From where to where.
    var movedRows: [IndexPath: IndexPath] = [:]

    /// - Returns: nil for a section that is gone or has to be made anew.
    func section(_ old: Int) -> Int? {
        guard !deletedSections.contains(old), !reloadedSections.contains(old) else { return nil }
        return Self.shifted(old, deletedSections, insertedSections)
    }

    /// - Returns: nil for a row that is gone or has to be made anew.
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
