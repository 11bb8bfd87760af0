/// Which views of a row or column take up the room that is left.
@MainActor
enum StackGrowth {
    /// Those that hold on to their length the least: before all others those that have none of their own. Among several
    /// that have one, and hold on to it alike, none does: the room stays free.
    static func growing(_ views: [UIView], along axis: NSLayoutConstraint.Axis) -> Set<ObjectIdentifier> {
        let candidates = views.filter { !$0.isHidden && !$0.hasFixedLength(along: axis) }
        let loose = candidates.filter { !$0.hasContentLength(along: axis) }
        if !loose.isEmpty { return Set(least(of: loose, along: axis).map(ObjectIdentifier.init)) }
        let least = least(of: candidates, along: axis)
        return least.count == 1 && candidates.count > 1 ? Set(least.map(ObjectIdentifier.init)) : []
    }

    private static func least(of views: [UIView], along axis: NSLayoutConstraint.Axis) -> [UIView] {
        let priorities = views.map { $0.contentHuggingPriority(for: axis) }
        guard let lowest = priorities.min() else { return [] }
        return zip(views, priorities).filter { $0.1 == lowest }.map(\.0)
    }
}
