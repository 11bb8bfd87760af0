import OpenViewTree

/// Converts points to cells. A cell is 8 points wide and 16 points high, about the size of a letter of body text.
enum CellLength {
    static let pointsAcross = 8.0
    static let pointsAlong = 16.0

    /// The columns for a width; at least one if it is positive.
    static func columns(_ points: Double) -> Int { length(points / pointsAcross) }

    /// The rows for a height; at least one if it is positive.
    static func rows(_ points: Double) -> Int { length(points / pointsAlong) }

    /// The columns for a gap. Less than half a cell is no gap, but one that separates words remains.
    static func columnGap(_ points: Double) -> Int {
        let gap = gap(points / pointsAcross)
        return gap == 0 && points >= 4 ? 1 : gap
    }

    /// The rows for a gap. Less than half a line is no gap, because there are few lines.
    static func rowGap(_ points: Double) -> Int { gap(points / pointsAlong) }

    static func gaps(_ insets: ViewInsets) -> CellInsets {
        CellInsets(
            top: rowGap(insets.top), leading: columnGap(insets.leading), bottom: rowGap(insets.bottom),
            trailing: columnGap(insets.trailing))
    }

    private static func length(_ cells: Double) -> Int { cells > 0 ? max(1, Int(cells.rounded())) : 0 }

    private static func gap(_ cells: Double) -> Int {
        cells < 0 ? -gap(-cells) : Int(max(0, cells - 0.5).rounded(.up))
    }
}
