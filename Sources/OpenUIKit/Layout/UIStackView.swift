public import Foundation
import OpenViewTree

/// A view that arranges views in a row or column.
///
/// Source: https://developer.apple.com/documentation/uikit/uistackview
open class UIStackView: UIView {
    /// The way in which views share the space along the axis.
    public enum Distribution: Int, Sendable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }

    /// The position of views across the axis.
    public enum Alignment: Int, Sendable {
        case fill, leading, firstBaseline, center, trailing, lastBaseline
        /// The top edge, in a row.
        public static let top = Alignment.leading
        /// The bottom edge, in a row.
        public static let bottom = Alignment.trailing
    }

    /// A custom spacing that means the spacing of the stack.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    /// A spacing of 8 points, which hosts use between controls.
    public static let spacingUseSystem = -CGFloat.greatestFiniteMagnitude

    /// The views in the row or column, in order. They are also subviews.
    public private(set) var arrangedSubviews: [UIView] = []
    /// The direction of the stack; horizontal by default.
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayoutReading() } }
    /// The way in which views share the space along the axis; ``Distribution/fill`` by default.
    open var distribution = Distribution.fill { didSet { setNeedsLayoutReading() } }
    /// The position of views across the axis; ``Alignment/fill`` by default.
    open var alignment = Alignment.fill { didSet { setNeedsLayoutReading() } }
    /// The space between views, in points; 0 by default.
    open var spacing: CGFloat = 0 { didSet { setNeedsLayoutReading() } }
    /// Whether ``UIView/directionalLayoutMargins`` separate the views from the edges of the stack; `false` by default.
    open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsLayoutReading() } }
    /// Has no effect: spacing is measured between edges.
    open var isBaselineRelativeArrangement = false
    private var customSpacing: [ObjectIdentifier: CGFloat] = [:]

    /// Makes a horizontal stack of views.
    public init(arrangedSubviews views: [UIView]) {
        super.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Adds a view at the end of the row or column, and as a subview.
    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

    /// Inserts a view into the row or column, and adds it as a subview.
    ///
    /// - Parameters:
    ///   - view: the view to insert; one that is arranged already is moved.
    ///   - stackIndex: the index in ``arrangedSubviews``; out of range means the nearest end.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        if view.superview !== self { addSubview(view) }
        guard view.superview === self else { return }
        arrangedSubviews.insert(view, at: min(max(stackIndex, 0), arrangedSubviews.count))
        view.translatesAutoresizingMaskIntoConstraints = false
        setNeedsLayoutReading()
    }

    /// Removes a view from the row or column.
    ///
    /// ## Difference from Apple
    /// The view stays a subview but is no longer shown.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        customSpacing[ObjectIdentifier(view)] = nil
        setNeedsLayoutReading()
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        removeArrangedSubview(subview)
    }

    /// Sets the space between a view and the next one, in points, in place of ``spacing``.
    ///
    /// - Parameters:
    ///   - spacing: ``spacingUseDefault`` to use ``spacing`` again.
    ///   - arrangedSubview: the view before the space; nothing happens when it is not arranged.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        guard arrangedSubviews.contains(where: { $0 === arrangedSubview }) else { return }
        customSpacing[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
        setNeedsLayoutReading()
    }

    /// The custom space after a view in points, or ``spacingUseDefault`` when none was set.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacing[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    override func readLayout() -> LayoutReading {
        var reading = LayoutReading()
        var container = NodeAttributes()
        container.set(.arrangement, axis == .horizontal ? ViewArrangement.row : ViewArrangement.column)
        if alignment != .fill { container.set(.alignment, alignment.viewAlignment) }
        let equals = StackGrowth.equal(arrangedSubviews, in: self)
        let distribution =
            distribution == .fill && equals.count > 1 && equals.count == arrangedSubviews.count
            ? Distribution.fillEqually : distribution
        if distribution != .fill { container.set(.distribution, distribution.viewDistribution) }
        let gap = Self.resolved(spacing)
        if gap > 0 { container.set(.spacing, gap) }
        if isLayoutMarginsRelativeArrangement { container.set(.padding, ViewInsets(directionalLayoutMargins)) }
        reading.container = container.values
        let growing =
            distribution != .fill
            ? []
            : equals.isEmpty ? StackGrowth.growing(arrangedSubviews, along: axis) : equals
        let filling = StackGrowth.filling(arrangedSubviews, in: self)
        for (index, view) in arrangedSubviews.enumerated() {
            var place = NodeAttributes(view.ownSizePlace())
            if growing.contains(ObjectIdentifier(view)) { place.set(.grow, 1) }
            if filling.contains(ObjectIdentifier(view)) {
                place.set(axis == .horizontal ? .verticalAlignment : .horizontalAlignment, ViewAlignment.fill)
            }
            if index < arrangedSubviews.count - 1, let custom = customSpacing[ObjectIdentifier(view)] {
                // The space in excess of the common spacing.
                let more = Self.resolved(custom) - gap
                place.set(.margin, axis == .horizontal ? ViewInsets(trailing: more) : ViewInsets(bottom: more))
            }
            reading.children.append(.view(view, place.values))
        }
        return reading
    }

    private static func resolved(_ spacing: CGFloat) -> Double {
        switch spacing {
        case spacingUseSystem: 8
        case spacingUseDefault: 0
        default: Double(spacing)
        }
    }
}

extension UIStackView.Alignment {
    fileprivate var viewAlignment: ViewAlignment {
        switch self {
        case .fill: .fill
        case .leading: .leading
        case .center: .center
        case .trailing, .lastBaseline: .trailing
        case .firstBaseline: .firstBaseline
        }
    }
}

extension UIStackView.Distribution {
    fileprivate var viewDistribution: ViewDistribution {
        switch self {
        case .fill: .fill
        case .fillEqually: .fillEqually
        case .fillProportionally: .fillProportionally
        case .equalSpacing: .equalSpacing
        case .equalCentering: .equalCentering
        }
    }
}
