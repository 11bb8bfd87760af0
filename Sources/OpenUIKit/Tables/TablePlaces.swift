import Foundation
import OpenViewTree

/// Maps the rows, headers and footers of a table to consecutive numbers, by which hosts identify them.
struct TablePlaces {
    enum Part: Hashable {
        /// The views above and below all sections.
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
    /// The number of each section's first part, and finally the number after the last section.
    private let starts: [Int]
    private let hasHeader: Bool
    private let hasFooter: Bool

    /// - Parameter sections: the sections of the table. Rows in excess of the host's limit are left out.
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

    /// - Returns: `nil` when the number is out of range.
    subscript(place: Int) -> Part? {
        guard place >= 0, place < count else { return nil }
        if place == 0, hasHeader { return .tableHeader }
        // The last section that starts at the number or before it. An empty section starts where the next one does.
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

    /// - Returns: `nil` when the part does not exist.
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
