public import Foundation

/// An edge, centre or length of a view or layout guide, from which constraints are made.
///
/// Source: https://developer.apple.com/documentation/uikit/nslayoutanchor
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    /// The `UIView` or ``UILayoutGuide`` of the anchor; `nil` when it no longer exists.
    public private(set) weak var item: AnyObject?
    let attribute: NSLayoutConstraint.Attribute

    init(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
        self.item = item
        self.attribute = attribute
        super.init()
    }

    /// Makes an inactive constraint: this anchor = `anchor` + `c`.
    ///
    /// - Parameters:
    ///   - anchor: an anchor of the same kind.
    ///   - c: a distance in points.
    public func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0) -> NSLayoutConstraint {
        related(.equal, to: anchor, constant: c)
    }

    /// Makes an inactive constraint: this anchor ≥ `anchor` + `c`, with `c` in points.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        related(.greaterThanOrEqual, to: anchor, constant: c)
    }

    /// Makes an inactive constraint: this anchor ≤ `anchor` + `c`, with `c` in points.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        related(.lessThanOrEqual, to: anchor, constant: c)
    }

    func related(
        _ relation: NSLayoutConstraint.Relation, to anchor: NSLayoutAnchor<AnchorType>?, times multiplier: CGFloat = 1,
        constant: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            // A constraint with an item that no longer exists cannot be activated.
            item: item ?? self, attribute: attribute, relatedBy: relation, toItem: anchor.map { $0.item ?? $0 },
            attribute: anchor?.attribute ?? .notAnAttribute, multiplier: multiplier, constant: constant)
    }
}

/// A horizontal position.
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// Makes an inactive constraint: this anchor is `multiplier` times 8 points after `anchor`, in reading direction.
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        constraint(equalTo: anchor, constant: 8 * multiplier)
    }

    /// Makes an inactive constraint: this anchor is at least `multiplier` times 8 points after `anchor`, in reading
    /// direction.
    public func constraint(
        greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        constraint(greaterThanOrEqualTo: anchor, constant: 8 * multiplier)
    }
}

/// A vertical position.
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// Makes an inactive constraint: this anchor is `multiplier` times 8 points below `anchor`.
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        constraint(equalTo: anchor, constant: 8 * multiplier)
    }

    /// Makes an inactive constraint: this anchor is at least `multiplier` times 8 points below `anchor`.
    public func constraint(
        greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        constraint(greaterThanOrEqualTo: anchor, constant: 8 * multiplier)
    }
}

/// A width or height.
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// Makes an inactive constraint: this length = `c`, in points.
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        related(.equal, to: nil, constant: c)
    }

    /// Makes an inactive constraint: this length ≥ `c`, in points.
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        related(.greaterThanOrEqual, to: nil, constant: c)
    }

    /// Makes an inactive constraint: this length ≤ `c`, in points.
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        related(.lessThanOrEqual, to: nil, constant: c)
    }

    /// Makes an inactive constraint: this length = `m` × `anchor` + `c`, with `c` in points.
    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        related(.equal, to: anchor, times: m, constant: c)
    }

    /// Makes an inactive constraint: this length ≥ `m` × `anchor` + `c`, with `c` in points.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        related(.greaterThanOrEqual, to: anchor, times: m, constant: c)
    }

    /// Makes an inactive constraint: this length ≤ `m` × `anchor` + `c`, with `c` in points.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint {
        related(.lessThanOrEqual, to: anchor, times: m, constant: c)
    }
}
