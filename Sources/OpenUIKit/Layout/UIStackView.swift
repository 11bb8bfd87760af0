public import Foundation
import OpenViewTree

/// Views in a row or a column.
///
/// Source: https://developer.apple.com/documentation/uikit/uistackview
open class UIStackView: UIView {
    /// How the views share out the room along the axis.
    public enum Distribution: Int, Sendable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }

    /// Where the views stand across the axis.
    public enum Alignment: Int, Sendable {
        case fill, leading, firstBaseline, center, trailing, lastBaseline
        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    /// As much room as the stack has between its views.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    /// As much room as the host has between views; 8 points.
    public static let spacingUseSystem = -CGFloat.greatestFiniteMagnitude

    /// The views that stand in the row or column, in order. They are subviews, too.
    public private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayoutReading() } }
    open var distribution = Distribution.fill { didSet { setNeedsLayoutReading() } }
    open var alignment = Alignment.fill { didSet { setNeedsLayoutReading() } }
    /// Points between the views.
    open var spacing: CGFloat = 0 { didSet { setNeedsLayoutReading() } }
    open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsLayoutReading() } }
    open var isBaselineRelativeArrangement = false
    private var customSpacing: [ObjectIdentifier: CGFloat] = [:]

    public init(arrangedSubviews views: [UIView]) {
        super.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

    /// - Parameter stackIndex: among ``arrangedSubviews``; one beyond the end counts as the end.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        if view.superview !== self { addSubview(view) }
        guard view.superview === self else { return }
        arrangedSubviews.insert(view, at: min(max(stackIndex, 0), arrangedSubviews.count))
        view.translatesAutoresizingMaskIntoConstraints = false
        setNeedsLayoutReading()
    }

    /// The view stays a subview, and is no longer in the row or column.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        customSpacing[ObjectIdentifier(view)] = nil
        setNeedsLayoutReading()
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        removeArrangedSubview(subview)
    }

    /// Points between a view and the next one, instead of ``spacing``.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        guard arrangedSubviews.contains(where: { $0 === arrangedSubview }) else { return }
        customSpacing[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
        setNeedsLayoutReading()
    }

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
                // Room beyond what is between all.
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
