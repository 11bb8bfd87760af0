import Foundation
import OpenViewTree

extension UIView {
    /// Asks for ``layoutSubviews()`` before the view is shown next.
    public func setNeedsLayout() {
        layoutState.needsLayout = true
        setNeedsLayoutReading()
    }

    /// Calls ``layoutSubviews()`` when it has been asked for.
    public func layoutIfNeeded() {
        guard layoutState.needsLayout else { return }
        layoutState.needsLayout = false
        layoutSubviews()
    }

    /// Asks for ``updateConstraints()`` before the view is shown next.
    public func setNeedsUpdateConstraints() {
        layoutState.needsConstraints = true
        setNeedsRendering()
    }

    /// Changes are told to the host by themselves; this is here for code that asks for it.
    public func setNeedsDisplay() { setNeedsRendering() }

    /// Room between the edges of this view and what stands in it, where that asks for it; in points. 8 on each side, and 16
    /// at the sides of a controller's view.
    public var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            layoutState.margins
                ?? (controller == nil
                    ? NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
                    : NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16))
        }
        set {
            layoutState.margins = newValue
            setNeedsLayoutReading()
        }
    }

    /// The same, where people read from left to right.
    public var layoutMargins: UIEdgeInsets {
        get {
            let margins = directionalLayoutMargins
            return UIEdgeInsets(
                top: margins.top, left: margins.leading, bottom: margins.bottom, right: margins.trailing)
        }
        set { directionalLayoutMargins = NSDirectionalEdgeInsets(newValue) }
    }

    /// How strongly the view holds on to the length of its content when there is more room.
    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        layoutState.hugging[axis] ?? defaultHuggingPriority(for: axis)
    }

    public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        layoutState.hugging[axis] = priority
        setNeedsPlacing()
    }

    /// How strongly the view holds on to the length of its content when there is less room; hosts decide what shrinks.
    public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        layoutState.resistance[axis] ?? .defaultHigh
    }

    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {
        layoutState.resistance[axis] = priority
    }

    /// ``intrinsicContentSize`` has changed.
    public func invalidateIntrinsicContentSize() { setNeedsPlacing() }

    /// The nodes of the subviews, as the layout has them.
    func renderSubviews(_ node: inout NodeAttributes) -> [RenderedNode] {
        guard !subviews.isEmpty else { return [] }
        let reading = layoutState.reading ?? readLayout()
        layoutState.reading = reading
        node.merge(reading.container)
        return reading.render()
    }
}
