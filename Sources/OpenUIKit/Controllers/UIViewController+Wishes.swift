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
    var presentation: UIPresentationController?
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
        return presentationController as? UIPopoverPresentationController
    }

    /// The heights of a sheet; `nil` unless the presentation style is that of a sheet.
    ///
    /// ## Difference from Apple
    /// Hosts decide on the height of sheets.
    public var sheetPresentationController: UISheetPresentationController? {
        guard [.automatic, .pageSheet, .formSheet].contains(modalPresentationStyle) else { return nil }
        return presentationController as? UISheetPresentationController
    }

    /// Whether the controller is appearing because another one presents it.
    public var isBeingPresented: Bool { appearance == .appearing && presentingViewController != nil }

    /// Whether the controller is disappearing after it was presented.
    public var isBeingDismissed: Bool { appearance == .disappearing && presentingViewController != nil }
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
