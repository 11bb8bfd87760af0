public import Foundation
import OpenViewTree

/// A view whose content can be larger than its frame.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscrollview
///
/// ## Difference from Apple
/// The host scrolls on its own. The extension is not told the position and cannot set it.
open class UIScrollView: UIView {
    /// How scrolling dismisses the keyboard; hosts decide.
    public enum KeyboardDismissMode: Int, Sendable {
        case none, onDrag, interactive
    }

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
