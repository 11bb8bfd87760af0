import OpenViewTree

extension UIView {
    /// The active constraints between this view and its subviews, or among its subviews.
    public var constraints: [NSLayoutConstraint] { layoutState.constraints }

    /// Activates a constraint. The innermost view that contains both items holds it, which need not be this one.
    public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }

    /// Activates constraints. See ``addConstraint(_:)``.
    public func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }

    /// Deactivates a constraint if this view holds it.
    public func removeConstraint(_ constraint: NSLayoutConstraint) {
        if constraint.holder === self { constraint.isActive = false }
    }

    /// Deactivates those constraints that this view holds.
    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { removeConstraint(constraint) }
    }

    func hold(_ constraint: NSLayoutConstraint) {
        layoutState.constraints.append(constraint)
        constraint.holder = self
        constraintsChanged()
    }

    func drop(_ constraint: NSLayoutConstraint) {
        layoutState.constraints.removeAll { $0 === constraint }
        constraint.holder = nil
        constraintsChanged()
    }

    /// Constraints affect both the subviews and the size of the view itself.
    func constraintsChanged() {
        setNeedsLayoutReading()
        setNeedsPlacing()
    }

    /// Deactivates constraints with items inside a view that is being removed, here and in all superviews.
    func dropConstraints(into view: UIView) {
        for ancestor in ancestors {
            for constraint in ancestor.constraints where constraint.reaches(into: view) { ancestor.drop(constraint) }
        }
    }

    /// The attributes that the view's own constraints define: `width`, `minimumHeight`, `aspectRatio` and similar ones.
    func ownSizePlace() -> [ViewAttribute: ViewValue] {
        var place = NodeAttributes()
        let content = intrinsicContentSize
        if content.width != Self.noIntrinsicMetric { place.set(.width, Double(content.width)) }
        if content.height != Self.noIntrinsicMetric { place.set(.height, Double(content.height)) }
        // Later constraints override earlier ones.
        for constraint in constraints.sorted(by: { $0.priority < $1.priority }) {
            constraint.describeLength(of: self, &place)
        }
        return place.values
    }

    /// Whether the view's own constraints fix its length.
    func hasFixedLength(along axis: NSLayoutConstraint.Axis) -> Bool {
        ownSizePlace()[axis == .horizontal ? .width : .height] != nil
    }
}

extension NSLayoutConstraint {
    /// Sets the attributes of a constraint on the length of a single view.
    fileprivate func describeLength(of view: UIView, _ place: inout NodeAttributes) {
        guard firstItem === view, firstAttribute == .width || firstAttribute == .height else { return }
        let isWidth = firstAttribute == .width
        if secondAttribute == .notAnAttribute {
            switch relation {
            case .equal: place.set(isWidth ? .width : .height, Double(constant))
            case .greaterThanOrEqual: place.set(isWidth ? .minimumWidth : .minimumHeight, Double(constant))
            case .lessThanOrEqual: place.set(isWidth ? .maximumWidth : .maximumHeight, Double(constant))
            }
        } else if secondItem === view, secondAttribute == (isWidth ? .height : .width), relation == .equal,
            multiplier > 0
        {
            place.set(.aspectRatio, Double(isWidth ? multiplier : 1 / multiplier))
        }
    }
}
