public import Foundation

/// A relation between two edges or lengths of views, or the length of one view.
///
/// Source: https://developer.apple.com/documentation/uikit/nslayoutconstraint
///
/// ## Difference from Apple
/// The extension does not solve constraints. It derives rows, columns and alignments from them, which the host lays
/// out; see Documentation/UIKit.md.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    /// The direction of a length or stack.
    public enum Axis: Int, Sendable {
        case horizontal, vertical
    }

    /// The relation between the two sides of a constraint.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal, greaterThanOrEqual
    }

    /// The edge, centre or length of an item.
    public enum Attribute: Int, Sendable {
        case notAnAttribute, left, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline
        case firstBaseline, leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
        case centerXWithinMargins, centerYWithinMargins
    }

    /// The `UIView` or ``UILayoutGuide`` on the left side; `nil` when it no longer exists.
    public private(set) weak var firstItem: AnyObject?
    /// The edge, centre or length on the left side.
    public let firstAttribute: Attribute
    /// The relation between the two sides.
    public let relation: Relation
    /// The `UIView` or ``UILayoutGuide`` on the right side; `nil` when there is none or it no longer exists.
    public private(set) weak var secondItem: AnyObject?
    /// The edge, centre or length on the right side; ``Attribute/notAnAttribute`` when there is none.
    public let secondAttribute: Attribute
    /// The factor of the right side.
    public let multiplier: CGFloat
    /// The distance that is added to the right side, in points.
    open var constant: CGFloat { didSet { if constant != oldValue { changed() } } }
    /// The priority relative to other constraints; ``UILayoutPriority/required`` by default.
    open var priority = UILayoutPriority.required { didSet { if priority != oldValue { changed() } } }
    /// A name for debugging.
    open var identifier: String?
    /// The view that holds the constraint while it is active.
    weak var holder: UIView?

    /// Makes an inactive constraint: `attr1` of `view1` relates to `multiplier` × `attr2` of `view2` + `c`.
    ///
    /// - Parameters:
    ///   - view1: a `UIView` or ``UILayoutGuide``. A constraint with another object cannot be activated.
    ///   - attr1: the attribute of `view1`.
    ///   - relation: whether the left side equals, exceeds or stays below the right side.
    ///   - view2: a `UIView` or ``UILayoutGuide``, or `nil` for a relation to a constant.
    ///   - attr2: ``Attribute/notAnAttribute`` for a relation to a constant.
    ///   - multiplier: a value that is not finite counts as 1.
    ///   - c: a distance in points.
    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        firstItem = view1 as AnyObject
        firstAttribute = attr1
        self.relation = relation
        secondItem = view2.map { $0 as AnyObject }
        secondAttribute = attr2
        self.multiplier = multiplier.isFinite ? multiplier : 1
        constant = c
        super.init()
    }

    /// Whether the constraint is part of the layout. Setting `true` has no effect while the items are not in a common
    /// view.
    ///
    /// ## Difference from Apple
    /// UIKit ends a program that activates a constraint between views without a common ancestor.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { commonView?.hold(self) } else { holder?.drop(self) }
        }
    }

    /// Activates constraints.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Deactivates constraints.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// The innermost view that contains both items.
    private var commonView: UIView? {
        guard let first = Self.view(of: firstItem) else { return nil }
        guard secondAttribute != .notAnAttribute, let second = Self.view(of: secondItem) else { return first }
        return first.ancestors.first { second.isDescendant(of: $0) }
    }

    /// The item itself if it is a view, or the view of a guide.
    static func view(of item: AnyObject?) -> UIView? {
        item as? UIView ?? (item as? UILayoutGuide)?.owningView
    }

    /// Whether an item is `view` or inside it.
    func reaches(into view: UIView) -> Bool {
        [firstItem, secondItem].contains { Self.view(of: $0)?.isDescendant(of: view) == true }
    }

    private func changed() { holder?.constraintsChanged() }
}

/// The importance of a constraint or of a view's content size, from 1 to 1000. Other values are not rejected.
public struct UILayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
    /// The importance.
    public var rawValue: Float
    /// Makes a priority from 1 to 1000.
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    /// Makes a priority from 1 to 1000.
    public init(rawValue: Float) { self.rawValue = rawValue }

    /// Must hold: 1000.
    public static let required = UILayoutPriority(1000)
    /// High: 750, the default for compression resistance.
    public static let defaultHigh = UILayoutPriority(750)
    /// The user's resizing of a window that resizes its content: 510.
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    /// The present size of a window: 500.
    public static let sceneSizeStayPut = UILayoutPriority(500)
    /// The user's resizing of a view that does not resize its window: 490.
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
    /// Low: 250, the default for hugging.
    public static let defaultLow = UILayoutPriority(250)
    /// The size that is computed for content: 50.
    public static let fittingSizeLevel = UILayoutPriority(50)

    /// Compares priorities by importance.
    public static func < (left: UILayoutPriority, right: UILayoutPriority) -> Bool { left.rawValue < right.rawValue }
}
