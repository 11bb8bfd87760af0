import Foundation
import OpenViewTree

extension UIView {
    /// Schedules a call of ``layoutSubviews()`` before the view is next shown.
    public func setNeedsLayout() {
        layoutState.needsLayout = true
        setNeedsLayoutReading()
    }

    /// Calls ``layoutSubviews()`` at once if a call is scheduled.
    public func layoutIfNeeded() {
        guard layoutState.needsLayout else { return }
        layoutState.needsLayout = false
        layoutSubviews()
    }

    /// Schedules a call of ``updateConstraints()`` before the view is next shown.
    public func setNeedsUpdateConstraints() {
        layoutState.needsConstraints = true
        setNeedsRendering()
    }

    /// Schedules an update of the host. Changes of properties do so by themselves.
    public func setNeedsDisplay() { setNeedsRendering() }

    /// The space between the edges and the content of views that respect margins, in points. The default is 8 on each
    /// side; for the view of a controller, 16 on the leading and trailing side and 0 above and below.
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

    /// ``directionalLayoutMargins`` with left for leading and right for trailing.
    public var layoutMargins: UIEdgeInsets {
        get {
            let margins = directionalLayoutMargins
            return UIEdgeInsets(
                top: margins.top, left: margins.leading, bottom: margins.bottom, right: margins.trailing)
        }
        set { directionalLayoutMargins = NSDirectionalEdgeInsets(newValue) }
    }

    /// The priority with which the view resists becoming larger than its content along an axis.
    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        layoutState.hugging[axis] ?? defaultHuggingPriority(for: axis)
    }

    /// Sets the priority with which the view resists becoming larger than its content along an axis.
    public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        layoutState.hugging[axis] = priority
        setNeedsPlacing()
    }

    /// The priority with which the view resists becoming smaller than its content along an axis. It has no effect;
    /// hosts decide which views shrink.
    public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        layoutState.resistance[axis] ?? .defaultHigh
    }

    /// Sets the priority with which the view resists becoming smaller than its content along an axis. It has no effect.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {
        layoutState.resistance[axis] = priority
    }

    /// Call it when ``intrinsicContentSize`` has changed.
    public func invalidateIntrinsicContentSize() { setNeedsPlacing() }

    /// The nodes of the subviews, arranged by the layout.
    func renderSubviews(_ node: inout NodeAttributes) -> [RenderedNode] {
        guard !laidOutSubviews.isEmpty else { return [] }
        let reading = layoutState.reading ?? readLayout()
        layoutState.reading = reading
        node.merge(reading.container)
        return reading.render()
    }
}
