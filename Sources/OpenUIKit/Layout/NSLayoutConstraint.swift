public import Foundation

/// A relation between two lengths or edges of views, or the length of one.
///
/// Source: https://developer.apple.com/documentation/uikit/nslayoutconstraint
///
/// ## Difference from Apple
/// Constraints are not solved in the extension; they are read for what they mean, see Documentation/UIKit.md. There is no
/// visual format language.
@MainActor
open class NSLayoutConstraint: NSObject {
    /// A direction.
    public enum Axis: Int, Sendable {
        case horizontal, vertical
    }

    /// How the first side stands to the second.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal, greaterThanOrEqual
    }

    /// What of an item a constraint is about.
    public enum Attribute: Int, Sendable {
        case notAnAttribute, left, right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline
        case firstBaseline, leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
        case centerXWithinMargins, centerYWithinMargins
    }

    /// A `UIView` or a ``UILayoutGuide``; nil when it is gone.
    public private(set) weak var firstItem: AnyObject?
    public let firstAttribute: Attribute
    public let relation: Relation
    public private(set) weak var secondItem: AnyObject?
    public let secondAttribute: Attribute
    public let multiplier: CGFloat
    /// Points.
    open var constant: CGFloat { didSet { if constant != oldValue { changed() } } }
    open var priority = UILayoutPriority.required { didSet { if priority != oldValue { changed() } } }
    open var identifier: String?
    /// The view that holds it while it is active.
    weak var holder: UIView?

    /// - Parameter view2: nil for a length of the first item alone.
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

    /// Whether it counts. It cannot while its items are not in one and the same view.
    ///
    /// ## Difference from Apple
    /// Apple's systems end a program that activates a constraint between views that have nothing in common.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { commonView?.hold(self) } else { holder?.drop(self) }
        }
    }

    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// The innermost view that both items are in.
    private var commonView: UIView? {
        guard let first = Self.view(of: firstItem) else { return nil }
        guard secondAttribute != .notAnAttribute, let second = Self.view(of: secondItem) else { return first }
        return first.ancestors.first { second.isDescendant(of: $0) }
    }

    /// The view of an item: itself, or that of a guide.
    static func view(of item: AnyObject?) -> UIView? {
        item as? UIView ?? (item as? UILayoutGuide)?.owningView
    }

    /// Whether an item is in a view, or that view.
    func reaches(into view: UIView) -> Bool {
        [firstItem, secondItem].contains { Self.view(of: $0)?.isDescendant(of: view) == true }
    }

    private func changed() { holder?.constraintsChanged() }
}

/// How much something about a layout matters, from 1 to 1000.
public struct UILayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
    public var rawValue: Float
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    public init(rawValue: Float) { self.rawValue = rawValue }

    public static let required = UILayoutPriority(1000)
    public static let defaultHigh = UILayoutPriority(750)
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    public static let sceneSizeStayPut = UILayoutPriority(500)
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
    public static let defaultLow = UILayoutPriority(250)
    public static let fittingSizeLevel = UILayoutPriority(50)

    public static func < (left: UILayoutPriority, right: UILayoutPriority) -> Bool { left.rawValue < right.rawValue }
}
