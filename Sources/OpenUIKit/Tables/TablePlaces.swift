import Foundation
import OpenViewTree

/// Which row, header or footer stands at which place of a table, counted from its beginning: this is how hosts know rows.
struct TablePlaces {
    enum Part: Hashable {
        /// Above or below all sections.
        case tableHeader, tableFooter
        case header(Int), footer(Int)
        case row(IndexPath)
    }

    struct Section {
        var rowCount: Int
        var hasHeader: Bool
        var hasFooter: Bool
        var count: Int { rowCount + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0) }
    }

    let sections: [Section]
    /// Where each section begins, and behind the last one where it ends.
    private let starts: [Int]
    private let hasHeader: Bool
    private let hasFooter: Bool

    /// - Parameter sections: rows beyond what hosts take are left out.
    init(_ sections: [Section], hasHeader: Bool, hasFooter: Bool) {
        self.hasHeader = hasHeader
        self.hasFooter = hasFooter
        var starts = [hasHeader ? 1 : 0]
        var kept: [Section] = []
        for var section in sections {
            let start = starts[starts.count - 1]
            section.rowCount = min(max(section.rowCount, 0), max(ViewLimits.rows - start - 3, 0))
            guard start + section.count < ViewLimits.rows else { break }
            kept.append(section)
            starts.append(start + section.count)
        }
        self.sections = kept
        self.starts = starts
    }

    var count: Int { (starts.last ?? 0) + (hasFooter ? 1 : 0) }

    /// - Returns: nil beyond the end.
    subscript(place: Int) -> Part? {
        guard place >= 0, place < count else { return nil }
        if place == 0, hasHeader { return .tableHeader }
        // The last section that begins at the place or before it; empty ones begin where the next one does.
        var low = 0
        var high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle + 1] <= place { low = middle + 1 } else { high = middle }
        }
        guard low < sections.count else { return .tableFooter }
        let section = sections[low]
        let offset = place - starts[low] - (section.hasHeader ? 1 : 0)
        if offset < 0 { return .header(low) }
        return offset < section.rowCount ? .row(IndexPath(row: offset, section: low)) : .footer(low)
    }

    /// - Returns: nil for what is not there.
    func place(of part: Part) -> Int? {
        switch part {
        case .tableHeader: return hasHeader ? 0 : nil
        case .tableFooter: return hasFooter ? count - 1 : nil
        case .header(let section):
            return sections.indices.contains(section) && sections[section].hasHeader ? starts[section] : nil
        case .footer(let section):
            return sections.indices.contains(section) && sections[section].hasFooter ? starts[section + 1] - 1 : nil
        case .row(let path):
            guard sections.indices.contains(path.section), (0..<sections[path.section].rowCount).contains(path.row)
            else {
                return nil
            }
            return starts[path.section] + (sections[path.section].hasHeader ? 1 : 0) + path.row
        }
    }
}
