public import Foundation
import OpenViewTree

/// A view whose content can be larger than its frame.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscrollview
///
/// ## Difference from Apple
/// The host scrolls on its own. It reports the position of tables and collection views only, and the position cannot be
/// set.
open class UIScrollView: UIView, ScrollViewDelegating {
    /// How scrolling dismisses the keyboard; hosts decide.
    public enum KeyboardDismissMode: Int, Sendable {
        case none, onDrag, interactive
        case onDragWithAccessory, interactiveWithAccessory
    }

    /// How the safe area changes the space around the content; hosts decide.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic, scrollableAxes, never, always
    }

    /// The object that is notified of scrolling. Subclasses have delegates of their own types.
    weak var scrollDelegate: (any UIScrollViewDelegate)?
    /// The object that is notified of scrolling, whatever its type.
    var scrollObserver: (any UIScrollViewDelegate)? { scrollDelegate }

    /// The size of the content in points.
    ///
    /// ## Difference from Apple
    /// Content takes the space that it needs. The size only selects the direction: content that is wider than the
    /// frame, but not higher, scrolls horizontally.
    open var contentSize = CGSize.zero { didSet { setNeedsRendering() } }
    /// The space around the content, in points. It has no effect on tables and text views.
    open var contentInset = UIEdgeInsets.zero { didSet { setNeedsRendering() } }
    /// Has no effect on scroll views, which hosts always let scroll. A `UITextView` that does not scroll is as high as
    /// its text.
    open var isScrollEnabled = true
    /// Has no effect; hosts decide how scrolling ends.
    open var alwaysBounceVertical = false
    /// Has no effect; hosts decide how scrolling ends.
    open var alwaysBounceHorizontal = false
    /// Has no effect; hosts decide when indicators are visible.
    open var showsVerticalScrollIndicator = true
    /// Has no effect; hosts decide when indicators are visible.
    open var showsHorizontalScrollIndicator = true
    /// Has no effect; hosts decide how the keyboard is dismissed.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// Has no effect; hosts decide how scrolling ends.
    open var bounces = true
    /// Has no effect; hosts decide where scrolling stops.
    open var isPagingEnabled = false
    /// Has no effect; hosts decide in which directions the user scrolls at a time.
    open var isDirectionalLockEnabled = false
    /// Has no effect; hosts decide how the safe area changes the space around the content.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    /// Has no effect; hosts decide where indicators are drawn.
    open var scrollIndicatorInsets = UIEdgeInsets.zero
    /// Has no effect; hosts decide when a touch reaches the content.
    open var delaysContentTouches = true
    /// The space around the content, in points: ``contentInset``, because hosts take account of the safe area.
    open var adjustedContentInset: UIEdgeInsets { contentInset }
    /// Whether the user is touching the content: always `false`, because hosts do not report it.
    open var isTracking: Bool { false }
    /// Whether the user is dragging the content: always `false`, because hosts do not report it.
    open var isDragging: Bool { false }
    /// Whether the content moves after the user has dragged it: always `false`, because hosts do not report it.
    open var isDecelerating: Bool { false }

    /// The point of the content at the origin of the visible part, in points.
    ///
    /// ## Difference from Apple
    /// In tables and collection views, it is estimated from the first visible row. In other views, it is the value that
    /// was set. Setting it does not scroll.
    open var contentOffset = CGPoint.zero

    /// Has no effect; hosts do not zoom.
    open var minimumZoomScale: CGFloat = 1
    /// Has no effect; hosts do not zoom.
    open var maximumZoomScale: CGFloat = 1
    /// Has no effect; hosts do not zoom.
    open var bouncesZoom = true
    /// The scale that was set, within the two limits. It has no effect; hosts do not zoom.
    open var zoomScale: CGFloat {
        get { zoom }
        set { zoom = max(minimumZoomScale, min(newValue, max(minimumZoomScale, maximumZoomScale))) }
    }
    private var zoom: CGFloat = 1
    /// Whether the user is zooming: always `false`.
    open var isZooming: Bool { false }

    /// Sets ``zoomScale``, which has no effect.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }

    /// Sets ``contentOffset``, which does not scroll. `animated` has no effect.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { self.contentOffset = contentOffset }

    /// Changes ``contentOffset`` by the least that shows a rectangle of the content, which does not scroll. `animated` has no
    /// effect.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiscrollview/scrollrecttovisible(_:animated:)
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        func offset(_ start: CGFloat, _ length: CGFloat, from current: CGFloat, in visible: CGFloat) -> CGFloat {
            if start < current || length > visible { return start }
            return max(current, start + length - visible)
        }
        let new = CGPoint(
            x: offset(rect.minX, rect.width, from: contentOffset.x, in: bounds.width),
            y: offset(rect.minY, rect.height, from: contentOffset.y, in: bounds.height))
        setContentOffset(new, animated: animated)
    }

    /// The control by which the user loads the content again, shown above the scroll view; `nil` for none. A control that
    /// is added by `addSubview(_:)` becomes this one.
    open var refreshControl: UIRefreshControl? {
        didSet {
            guard refreshControl !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let refreshControl, refreshControl.superview !== self { insertSubview(refreshControl, at: 0) }
            setNeedsLayoutReading()
        }
    }

    open override func didAddSubview(_ subview: UIView) {
        super.didAddSubview(subview)
        if let control = subview as? UIRefreshControl { refreshControl = control }
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        if subview === refreshControl { refreshControl = nil }
    }

    override var neighbors: ViewNeighbors? {
        let views = [viewAbove, refreshControl].compactMap { $0 }
        return views.isEmpty ? nil : ViewNeighbors(axis: .vertical, before: views, after: [])
    }

    /// Records the position that the host reports, and notifies the delegate.
    func hostHasScrolled(to offset: CGPoint) {
        guard offset != contentOffset else { return }
        contentOffset = offset
        scrollObserver?.scrollViewDidScroll(self)
    }

    /// The area of the whole content.
    open var contentLayoutGuide: UILayoutGuide { guide(.whole) }
    /// The area of the visible part of the content.
    open var frameLayoutGuide: UILayoutGuide { guide(.visible) }

    override var nodeKind: ViewKind { .scroll }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        guard nodeKind == .scroll else { return }
        if scrollsAcross { node.set(.isHorizontal, true) }
        node.set(.padding, ViewInsets(NSDirectionalEdgeInsets(contentInset)))
    }

    /// Content that is as high as the frame but not as wide can be larger in the horizontal direction only.
    private var scrollsAcross: Bool {
        let bound = constraints.filter { constraint in
            [constraint.firstItem, constraint.secondItem].contains { item in
                item === self || (item as? UILayoutGuide)?.kind == .visible
            }
        }
        let attributes = bound.flatMap { [$0.firstAttribute, $0.secondAttribute] }
        if attributes.contains(.height), !attributes.contains(.width) { return true }
        return frame.width > 0 && contentSize.width > frame.width && contentSize.height <= frame.height
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { false }
}
