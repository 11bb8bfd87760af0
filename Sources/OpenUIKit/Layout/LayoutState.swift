/// Identifies a group of views that has a node.
struct GroupKey: Hashable {
    let first: ObjectIdentifier
    let level: Int
}

/// What a view records about its own layout and that of its subviews.
struct LayoutState {
    var needsLayout = true
    var needsConstraints = true
    /// `nil` for the default margins.
    var margins: NSDirectionalEdgeInsets?
    var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var resistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var constraints: [NSLayoutConstraint] = []
    var guides: [UILayoutGuide.Kind: UILayoutGuide] = [:]
    /// The identifiers of the nodes of groups, by the first view and the level of the group.
    var groupIDs: [GroupKey: UInt32] = [:]
    /// The derived layout; `nil` when it has to be derived again.
    var reading: LayoutReading?
}
