/// Which group of views a node stands for.
struct GroupKey: Hashable {
    let first: ObjectIdentifier
    let level: Int
}

/// What a view knows about the layout of itself and of the views in it.
struct LayoutState {
    var needsLayout = true
    var needsConstraints = true
    /// nil for the usual ones.
    var margins: NSDirectionalEdgeInsets?
    var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var resistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var constraints: [NSLayoutConstraint] = []
    var guides: [UILayoutGuide.Kind: UILayoutGuide] = [:]
    /// The numbers of the nodes that groups of its views have, by the first view and how deep the group is.
    var groupIDs: [GroupKey: UInt32] = [:]
    /// What the layout says; nil when something about it has changed.
    var reading: LayoutReading?
}
