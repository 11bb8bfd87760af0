import OpenViewTree

/// Points as cells. A cell is 8 points wide and 16 high, about what a letter of the size of body text takes.
enum CellLength {
    static let pointsAcross = 8.0
    static let pointsAlong = 16.0

    /// The columns of a width: at least one of what has any.
    static func columns(_ points: Double) -> Int { length(points / pointsAcross) }

    /// The rows of a height: at least one of what has any.
    static func rows(_ points: Double) -> Int { length(points / pointsAlong) }

    /// The columns that room of that many points is worth. Half a cell is none, but what keeps words apart stays.
    static func columnGap(_ points: Double) -> Int {
        let gap = gap(points / pointsAcross)
        return gap == 0 && points >= 4 ? 1 : gap
    }

    /// The rows that room of that many points is worth. Half a line is none: there are few.
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
