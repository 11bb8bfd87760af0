import OpenViewTree

extension UIView {
    /// The constraints that this view holds: those between it and views in it, and between views in it.
    public var constraints: [NSLayoutConstraint] { layoutState.constraints }

    public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }

    public func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }

    public func removeConstraint(_ constraint: NSLayoutConstraint) {
        if constraint.holder === self { constraint.isActive = false }
    }

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

    /// Its constraints say something about the views in it, and some about its own lengths.
    func constraintsChanged() {
        setNeedsLayoutReading()
        setNeedsPlacing()
    }

    /// Gives up the constraints that lead into a view which is taken out of this one, here and further out.
    func dropConstraints(into view: UIView) {
        for ancestor in ancestors {
            for constraint in ancestor.constraints where constraint.reaches(into: view) { ancestor.drop(constraint) }
        }
    }

    /// What its own constraints say about its lengths: `width`, `minimumHeight`, `aspectRatio` and the like.
    func ownSizePlace() -> [ViewAttribute: ViewValue] {
        var place = NodeAttributes()
        let content = intrinsicContentSize
        if content.width != Self.noIntrinsicMetric { place.set(.width, Double(content.width)) }
        if content.height != Self.noIntrinsicMetric { place.set(.height, Double(content.height)) }
        // What matters more counts last.
        for constraint in constraints.sorted(by: { $0.priority < $1.priority }) {
            constraint.describeLength(of: self, &place)
        }
        return place.values
    }

    /// Whether a constraint of its own says how long it is.
    func hasFixedLength(along axis: NSLayoutConstraint.Axis) -> Bool {
        ownSizePlace()[axis == .horizontal ? .width : .height] != nil
    }
}

extension NSLayoutConstraint {
    /// What the constraint says about the length of a view alone.
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
