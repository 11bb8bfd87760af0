public import Foundation

/// A rectangle of a view that others can be aligned to.
///
/// Source: https://developer.apple.com/documentation/uikit/uilayoutguide
///
/// ## Difference from Apple
/// Only the guides that views have by themselves count: a host sees to its own safe area and keyboard.
@MainActor
open class UILayoutGuide: NSObject {
    /// What of its view a guide is.
    enum Kind {
        /// All of it, as far as can be seen, or all of what scrolls.
        case whole
        case margins
        /// The part of a scroll view that is seen.
        case visible
    }

    public internal(set) weak var owningView: UIView?
    open var identifier = ""
    let kind: Kind

    init(_ view: UIView, _ kind: Kind) {
        owningView = view
        self.kind = kind
        super.init()
    }

    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}

extension UIView {
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    public var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
    public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }

    /// What of the view nothing covers: all of it, the host sees to the rest.
    public var safeAreaLayoutGuide: UILayoutGuide { guide(.whole) }
    /// Above the keyboard, which the host keeps out of the way.
    public var keyboardLayoutGuide: UILayoutGuide { guide(.whole) }
    public var layoutMarginsGuide: UILayoutGuide { guide(.margins) }
    /// As wide as text is read well; the margins here.
    public var readableContentGuide: UILayoutGuide { guide(.margins) }
    /// A guide of this view, the same each time.
    func guide(_ kind: UILayoutGuide.Kind) -> UILayoutGuide {
        if let guide = layoutState.guides[kind] { return guide }
        let guide = UILayoutGuide(self, kind)
        layoutState.guides[kind] = guide
        return guide
    }

    /// None: the host keeps its own bars out of the way.
    public var safeAreaInsets: UIEdgeInsets { .zero }
}
