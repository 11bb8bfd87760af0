public import Foundation

/// A rectangle inside a view to which other views can be aligned.
///
/// Source: https://developer.apple.com/documentation/uikit/uilayoutguide
///
/// ## Difference from Apple
/// Only the guides that a view provides exist; programs cannot add others. Hosts handle the safe area and keyboard
/// themselves.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
    /// The rectangle of a guide.
    enum Kind {
        /// The whole view, or the whole content of a scroll view.
        case whole
        case margins
        /// The visible part of a scroll view.
        case visible
    }

    /// The view to which the guide belongs.
    public internal(set) weak var owningView: UIView?
    /// A name for debugging.
    open var identifier = ""
    let kind: Kind

    init(_ view: UIView, _ kind: Kind) {
        owningView = view
        self.kind = kind
        super.init()
    }

    /// The leading edge.
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// The trailing edge.
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// The left edge.
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// The right edge.
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// The horizontal centre.
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// The top edge.
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// The bottom edge.
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// The vertical centre.
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    /// The width.
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height.
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}

extension UIView {
    /// The leading edge.
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    /// The trailing edge.
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    /// The left edge.
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    /// The right edge.
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    /// The horizontal centre.
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    /// The top edge.
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    /// The bottom edge.
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    /// The vertical centre.
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    /// The baseline of the first line of text.
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
    /// The baseline of the last line of text.
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }
    /// The width.
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height.
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }

    /// The area that bars do not cover: the whole view, because hosts keep their bars out of it.
    public var safeAreaLayoutGuide: UILayoutGuide { guide(.whole) }
    /// The area above the keyboard: the whole view, because hosts keep the keyboard out of it.
    public var keyboardLayoutGuide: UILayoutGuide { guide(.whole) }
    /// The area inside ``directionalLayoutMargins``.
    public var layoutMarginsGuide: UILayoutGuide { guide(.margins) }
    /// The area in which text is easy to read; the same as ``layoutMarginsGuide``.
    public var readableContentGuide: UILayoutGuide { guide(.margins) }
    /// The view's guide of a kind; always the same object.
    func guide(_ kind: UILayoutGuide.Kind) -> UILayoutGuide {
        if let guide = layoutState.guides[kind] { return guide }
        let guide = UILayoutGuide(self, kind)
        layoutState.guides[kind] = guide
        return guide
    }

    /// The insets of the safe area: always zero, because hosts keep their bars out of the view.
    public var safeAreaInsets: UIEdgeInsets { .zero }
}
