import Foundation
import OpenViewTree

/// The division of a section's items into lines: rows of a collection that scrolls vertically, columns of one that
/// scrolls horizontally.
struct CollectionDivision {
    private enum Kind {
        case equal(Int)
        /// The first item of each line.
        case starts([Int])
    }

    let itemCount: Int
    private let kind: Kind

    /// The largest number of items in a line: more than are visible side by side.
    static let mostPerLine = 64

    /// Makes lines with the same number of items, the last one excepted. A number out of range counts as the nearest.
    init(itemCount: Int, perLine: Int) {
        self.itemCount = max(itemCount, 0)
        kind = .equal(min(max(perLine, 1), Self.mostPerLine))
    }

    /// Makes lines that each have as many items as fit.
    ///
    /// - Parameters:
    ///   - itemCount: the number of items.
    ///   - room: the length of a line.
    ///   - spacing: the least distance between two items of a line.
    ///   - length: the length of an item along the line.
    init(itemCount: Int, room: CGFloat, spacing: CGFloat, length: (Int) -> CGFloat) {
        self.itemCount = max(itemCount, 0)
        var starts: [Int] = []
        var used: CGFloat = 0
        for item in 0..<self.itemCount {
            let length = max(length(item), 0)
            let isFull = starts.last.map { item - $0 >= Self.mostPerLine } ?? true
            if isFull || used + spacing + length > room + Self.tolerance {
                starts.append(item)
                used = length
            } else {
                used += spacing + length
            }
        }
        kind = .starts(starts)
    }

    /// Returns how many items of equal length fit into a line; at least 1.
    static func count(fitting length: CGFloat, in room: CGFloat, spacing: CGFloat) -> Int {
        let fitting = (room + spacing + tolerance) / (max(length, 0) + spacing)
        return fitting.isFinite ? Int(min(max(fitting, 1), CGFloat(mostPerLine))) : 1
    }

    /// Returns how many items fit into a line of which each takes a share; at least 1. The shares may exceed the line
    /// by 1 percent, because of rounding.
    static func count(ofShare share: CGFloat) -> Int {
        let fitting = 1.01 / share
        return fitting.isFinite ? Int(min(max(fitting, 1), CGFloat(mostPerLine))) : 1
    }

    /// Points by which items may exceed a line, because of rounding.
    private static let tolerance: CGFloat = 0.5

    var lineCount: Int {
        switch kind {
        case .equal(let count): itemCount / count + (itemCount % count == 0 ? 0 : 1)
        case .starts(let starts): starts.count
        }
    }

    /// The items of a line; empty when the line does not exist.
    func items(ofLine line: Int) -> Range<Int> {
        guard line >= 0, line < lineCount else { return 0..<0 }
        switch kind {
        case .equal(let count): return line * count..<min((line + 1) * count, itemCount)
        case .starts(let starts):
            return starts[line]..<(line + 1 < starts.count ? starts[line + 1] : itemCount)
        }
    }
}
