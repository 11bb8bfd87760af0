public import Foundation

/// Presentation settings that have no effect on hosts.
struct PresentationWishes {
    var definesPresentationContext = false
    var providesTransitionStyle = false
    var edgesForExtendedLayout = UIRectEdge.all
    var extendsUnderOpaqueBars = false
    var adjustsInsets = true
    var additionalSafeAreaInsets = UIEdgeInsets.zero
    var hidesBottomBarWhenPushed = false
    var restorationIdentifier: String?
    var popover: UIPopoverPresentationController?
    var sheet: UISheetPresentationController?
}

extension UIViewController {
    /// Whether a presented controller covers this one only. It has no effect; hosts decide.
    public var definesPresentationContext: Bool {
        get { wishes.definesPresentationContext }
        set { wishes.definesPresentationContext = newValue }
    }

    /// Whether this controller's transition style is that of controllers which cover it. It has no effect.
    public var providesPresentationContextTransitionStyle: Bool {
        get { wishes.providesTransitionStyle }
        set { wishes.providesTransitionStyle = newValue }
    }

    /// The edges at which the view extends under bars. It has no effect: hosts keep bars out of the view.
    public var edgesForExtendedLayout: UIRectEdge {
        get { wishes.edgesForExtendedLayout }
        set { wishes.edgesForExtendedLayout = newValue }
    }

    /// Whether the view extends under opaque bars. It has no effect: hosts keep bars out of the view.
    public var extendedLayoutIncludesOpaqueBars: Bool {
        get { wishes.extendsUnderOpaqueBars }
        set { wishes.extendsUnderOpaqueBars = newValue }
    }

    /// Whether insets of scroll views follow the bars. It has no effect: hosts keep bars out of the view.
    public var automaticallyAdjustsScrollViewInsets: Bool {
        get { wishes.adjustsInsets }
        set { wishes.adjustsInsets = newValue }
    }

    /// Insets of the safe area in points. They have no effect, see `UIView.safeAreaInsets`.
    public var additionalSafeAreaInsets: UIEdgeInsets {
        get { wishes.additionalSafeAreaInsets }
        set { wishes.additionalSafeAreaInsets = newValue }
    }

    /// Whether the toolbar is hidden while the controller is on top. It has no effect; hosts decide.
    public var hidesBottomBarWhenPushed: Bool {
        get { wishes.hidesBottomBarWhenPushed }
        set { wishes.hidesBottomBarWhenPushed = newValue }
    }

    /// A name for the restoration of state, which does not take place; `nil` for none.
    public var restorationIdentifier: String? {
        get { wishes.restorationIdentifier }
        set { wishes.restorationIdentifier = newValue }
    }

    /// Has no effect, because hosts decide on the status bar.
    public func setNeedsStatusBarAppearanceUpdate() {}

    /// Has no effect, because hosts decide on the orientation.
    public func setNeedsUpdateOfSupportedInterfaceOrientations() {}

    /// The place of a popover; `nil` unless the presentation style is `popover` or the controller is an action sheet.
    ///
    /// ## Difference from Apple
    /// Hosts show a popover as a card: the place has no effect.
    public var popoverPresentationController: UIPopoverPresentationController? {
        let isSheet = (self as? UIAlertController)?.preferredStyle == .actionSheet
        guard isSheet || modalPresentationStyle == .popover else { return nil }
        if wishes.popover == nil { wishes.popover = UIPopoverPresentationController() }
        return wishes.popover
    }

    /// The heights of a sheet; `nil` unless the presentation style is that of a sheet.
    ///
    /// ## Difference from Apple
    /// Hosts decide on the height of sheets.
    public var sheetPresentationController: UISheetPresentationController? {
        guard [.automatic, .pageSheet, .formSheet].contains(modalPresentationStyle) else { return nil }
        if wishes.sheet == nil { wishes.sheet = UISheetPresentationController() }
        return wishes.sheet
    }

    /// Whether the controller is appearing because another one presents it.
    public var isBeingPresented: Bool { appearance == .appearing && presentingViewController != nil }

    /// Whether the controller is disappearing after it was presented.
    public var isBeingDismissed: Bool { appearance == .disappearing && presentingViewController != nil }
}

/// The place of a popover. It has no effect: hosts show popovers as cards.
///
/// Source: https://developer.apple.com/documentation/uikit/uipopoverpresentationcontroller
@preconcurrency @MainActor
public final class UIPopoverPresentationController: NSObject {
    /// The view that the arrow points to.
    public weak var sourceView: UIView?
    /// The rectangle in ``sourceView`` that the arrow points to, in points.
    public var sourceRect = CGRect.null
    /// The button that the arrow points to.
    public weak var barButtonItem: UIBarButtonItem?
    /// The directions of the arrow.
    public var permittedArrowDirections = UIPopoverArrowDirection.any
}

/// Directions of a popover's arrow.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
    /// The bits of the directions.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upwards.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// Downwards.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// To the left.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// To the right.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// Any direction.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// The heights of a sheet. They have no effect; hosts decide.
///
/// Source: https://developer.apple.com/documentation/uikit/uisheetpresentationcontroller
@preconcurrency @MainActor
public final class UISheetPresentationController: NSObject {
    /// A height at which a sheet rests.
    public final class Detent: NSObject, Sendable {
        /// The name of a height.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The name.
            public let rawValue: String
            /// Makes an identifier from its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Half the height of the screen.
            public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
            /// The full height.
            public static let large = Identifier(rawValue: "com.apple.UIKit.large")
        }

        /// The name of the height.
        public let identifier: Identifier

        init(_ identifier: Identifier) { self.identifier = identifier }

        /// Returns half the height of the screen.
        public static func medium() -> Detent { Detent(.medium) }
        /// Returns the full height.
        public static func large() -> Detent { Detent(.large) }
    }

    /// The heights at which the sheet rests.
    public var detents: [Detent] = [.large()]
    /// The height at which the sheet is; `nil` for the smallest one.
    public var selectedDetentIdentifier: Detent.Identifier?
    /// The largest height at which the views behind the sheet are not dimmed; `nil` for none.
    public var largestUndimmedDetentIdentifier: Detent.Identifier?
    /// Whether the sheet shows a grabber.
    public var prefersGrabberVisible = false
    /// Whether scrolling makes the sheet larger.
    public var prefersScrollingExpandsWhenScrolledToEdge = true
    /// The radius of the corners in points; `nil` for the host's choice.
    public var preferredCornerRadius: CGFloat?
}

/// The style of the status bar.
public enum UIStatusBarStyle: Int, Sendable {
    case `default`, lightContent
    case darkContent = 3
}

/// Orientations of an interface.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    /// The bits of the orientations.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upright.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upside down.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// Turned to the right.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// Turned to the left.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// Turned to a side.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All orientations except for upside down.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
    /// All orientations.
    public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
}
