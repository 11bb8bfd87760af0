/// Determines which views of a row or column take the free space.
@MainActor
enum StackGrowth {
    /// The views with the lowest hugging priority, of which those without a content length come first. If several with
    /// a content length have the same priority, the only text of a row grows; without one, the space stays free.
    static func growing(_ views: [UIView], along axis: NSLayoutConstraint.Axis) -> Set<ObjectIdentifier> {
        let candidates = views.filter { !$0.isHidden && !$0.hasFixedLength(along: axis) }
        let loose = candidates.filter { !$0.hasContentLength(along: axis) }
        if !loose.isEmpty { return Set(least(of: loose, along: axis).map(ObjectIdentifier.init)) }
        var least = least(of: candidates, along: axis)
        if least.count > 1, axis == .horizontal { least.removeAll { !($0 is UILabel) } }
        return least.count == 1 && candidates.count > 1 ? Set(least.map(ObjectIdentifier.init)) : []
    }

    /// The views that constraints make as long as another one along the axis.
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

    /// The views that constraints make as wide as their column or as high as their row, in spite of its alignment.
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
    /// Whether the constraint makes two lengths equal.
    fileprivate func isEquality(of attribute: Attribute) -> Bool {
        firstAttribute == attribute && secondAttribute == attribute && relation == .equal && multiplier == 1
    }
}
