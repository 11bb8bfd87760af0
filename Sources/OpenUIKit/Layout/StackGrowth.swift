/// Which views of a row or column take up the room that is left.
@MainActor
enum StackGrowth {
    /// Those that hold on to their length the least: before all others those that have none of their own. Among several
    /// that have one, and hold on to it alike, it is the only text of a row; else none, and the room stays free.
    static func growing(_ views: [UIView], along axis: NSLayoutConstraint.Axis) -> Set<ObjectIdentifier> {
        let candidates = views.filter { !$0.isHidden && !$0.hasFixedLength(along: axis) }
        let loose = candidates.filter { !$0.hasContentLength(along: axis) }
        if !loose.isEmpty { return Set(least(of: loose, along: axis).map(ObjectIdentifier.init)) }
        var least = least(of: candidates, along: axis)
        if least.count > 1, axis == .horizontal { least.removeAll { !($0 is UILabel) } }
        return least.count == 1 && candidates.count > 1 ? Set(least.map(ObjectIdentifier.init)) : []
    }

    /// Those that constraints make as long as another along the axis of a stack.
    static func equal(_ views: [UIView], in stack: UIStackView) -> Set<ObjectIdentifier> {
        let attribute: NSLayoutConstraint.Attribute = stack.axis == .horizontal ? .width : .height
        let arranged = Set(views.map(ObjectIdentifier.init))
        var result: Set<ObjectIdentifier> = []
        for constraint in stack.constraints where constraint.isEquality(of: attribute) {
            guard let first = constraint.firstItem, let second = constraint.secondItem else { continue }
            let pair: Set = [ObjectIdentifier(first), ObjectIdentifier(second)]
            if pair.isSubset(of: arranged) { result.formUnion(pair) }
        }
        return result
    }

    /// Those that constraints make as wide as a column, or as high as a row, whatever its alignment.
    static func filling(_ views: [UIView], in stack: UIStackView) -> Set<ObjectIdentifier> {
        let attribute: NSLayoutConstraint.Attribute = stack.axis == .horizontal ? .height : .width
        let items = stack.constraints.filter { $0.isEquality(of: attribute) }.flatMap { constraint -> [AnyObject] in
            let items = [constraint.firstItem, constraint.secondItem].compactMap { $0 }
            return items.contains { $0 === stack } ? items : []
        }
        return Set(items.map(ObjectIdentifier.init)).intersection(views.map(ObjectIdentifier.init))
    }

    private static func least(of views: [UIView], along axis: NSLayoutConstraint.Axis) -> [UIView] {
        let priorities = views.map { $0.contentHuggingPriority(for: axis) }
        guard let lowest = priorities.min() else { return [] }
        return zip(views, priorities).filter { $0.1 == lowest }.map(\.0)
    }
}

extension NSLayoutConstraint {
    /// Whether it makes one length of two views the same.
    fileprivate func isEquality(of attribute: Attribute) -> Bool {
        firstAttribute == attribute && secondAttribute == attribute && relation == .equal && multiplier == 1
    }
}
