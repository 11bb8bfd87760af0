public import Foundation
import OpenViewTree

/// A view of something that may be larger than it.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscrollview
///
/// ## Difference from Apple
/// The host scrolls; the extension does not hear of it, and cannot do it.
open class UIScrollView: UIView {
    /// How the keyboard is put away; hosts decide.
    public enum KeyboardDismissMode: Int, Sendable {
        case none, onDrag, interactive
    }

    /// What is in it is as large as it needs; wider than the frame, it scrolls across.
    open var contentSize = CGSize.zero { didSet { setNeedsRendering() } }
    open var contentInset = UIEdgeInsets.zero { didSet { setNeedsRendering() } }
    open var isScrollEnabled = true
    open var alwaysBounceVertical = false
    open var alwaysBounceHorizontal = false
    open var showsVerticalScrollIndicator = true
    open var showsHorizontalScrollIndicator = true
    open var keyboardDismissMode = KeyboardDismissMode.none

    /// All that scrolls.
    open var contentLayoutGuide: UILayoutGuide { guide(.whole) }
    /// What is seen of it.
    open var frameLayoutGuide: UILayoutGuide { guide(.visible) }

    override var nodeKind: ViewKind { .scroll }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        guard nodeKind == .scroll else { return }
        if scrollsAcross { node.set(.isHorizontal, true) }
        node.set(.padding, ViewInsets(NSDirectionalEdgeInsets(contentInset)))
    }

    /// What is as high as the frame and not as wide can only be larger across.
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
