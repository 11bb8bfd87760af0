public import Foundation
public import OpenExtensionFoundation
import OpenViewTree

/// A controller of a view. An extension with a view names a subclass as its principal class.
///
/// Source: https://developer.apple.com/documentation/uikit/uiviewcontroller
///
/// ## Difference from Apple
/// There are no rotation and custom transitions. ``beginRequest(with:)`` is called first; then the view is loaded.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    /// The name of the nib file with the view; `nil` for a file with the name of the class, if the bundle has one.
    public let nibName: String?
    /// The bundle of the nib file; `nil` for the main bundle.
    public let nibBundle: Bundle?
    /// The scene of a storyboard from which the controller was made; `nil` for none.
    let interface: InterfaceLoader?
    /// The storyboard from which the controller was made; `nil` for none.
    public var storyboard: UIStoryboard? { interface?.storyboard }
    private var content: UIView?

    // MARK: Content for the host

    /// The title of the screen.
    open var title: String? { didSet { setNeedsScreenUpdate() } }
    /// The size that the view prefers, in points; a length of 0 leaves it to the host.
    open var preferredContentSize = CGSize.zero {
        didSet {
            setNeedsScreenUpdate()
            guard preferredContentSize != oldValue else { return }
            (parent ?? presenter)?.preferredContentSizeDidChange(forChildContentContainer: self)
        }
    }
    /// Whether the user is prevented from closing the presented screen with the host's own controls; `false` by
    /// default.
    open var isModalInPresentation = false { didSet { setNeedsScreenUpdate() } }
    /// How the controller is presented. Hosts distinguish screens that cover everything from cards.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// Has no effect; hosts decide on transitions.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Replaces the host's appearance in ``traitCollection`` of this controller and those inside it.
    ///
    /// ## Difference from Apple
    /// The host is not told: it draws semantic colours and controls in its own appearance.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet { overrideChanged(from: oldValue) }
    }
    /// The buttons of the toolbar, if a navigation controller shows one.
    open var toolbarItems: [UIBarButtonItem]? { didSet { setNeedsScreenUpdate() } }

    // MARK: Other controllers

    /// The controller of which this is a child.
    public internal(set) weak var parent: UIViewController?
    /// The child controllers, in the order in which they were added.
    public internal(set) var children: [UIViewController] = []
    /// The controller that this one presents.
    ///
    /// ## Difference from Apple
    /// For a child it is `nil`; the outermost parent presents.
    public internal(set) var presentedViewController: UIViewController?
    weak var presenter: UIViewController?

    // MARK: State

    private var ownContext: NSExtensionContext?
    /// Set on the principal controller while a host shows it.
    var ownScene: ViewScene?
    /// The identifiers of the nodes of this screen.
    let screenNodes = ScreenNodes()
    var appearance = Appearance.disappeared
    private var ownNavigationItem: UINavigationItem?
    private var ownTabBarItem: UITabBarItem?

    /// The item of the controller in a tab bar. It has the title of the controller at first.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tabBarItem: UITabBarItem! {
        get {
            if let ownTabBarItem { return ownTabBarItem }
            let item = UITabBarItem(title: title, image: nil, tag: 0)
            ownTabBarItem = item
            return item
        }
        set { ownTabBarItem = newValue }
    }

    /// Makes a controller whose view is in a nib file.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: the name of the file without its extension; `nil` for a file with the name of the class, with or
    ///     without `Controller` at its end, if the bundle has one, and otherwise an empty view.
    ///   - nibBundleOrNil: the bundle with the file; `nil` for the main bundle.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        interface = nil
        super.init()
    }

    /// Makes the controller of a scene of a storyboard.
    ///
    /// - Parameter coder: contains the scene. A controller that is made with another coder has default properties.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        let coder = coder as? InterfaceCoder
        interface = coder?.loader
        super.init()
        if let coder { coder.loader.configure(self, coder.object) }
    }

    /// Makes a controller that loads an empty view.
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    // MARK: The request

    /// The request that this controller, or one around it, handles; `nil` before ``beginRequest(with:)``, and outside
    /// of an extension.
    open var extensionContext: NSExtensionContext? {
        ownContext ?? parent?.extensionContext ?? presenter?.extensionContext
    }

    /// Called once when the request begins, before the view is loaded. ``extensionContext`` is already set.
    ///
    /// An override calls `super`.
    open func beginRequest(with context: NSExtensionContext) { ownContext = context }

    /// Called when memory is low. Override it to release what can be recreated; the default implementation does
    /// nothing.
    open func didReceiveMemoryWarning() {}

    // MARK: The view

    /// The view, loaded when it is first used. It is `nil` only if an override of ``loadView()`` does not set it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return content
        }
        set {
            content?.controller = nil
            content = newValue
            newValue?.controller = self
            setNeedsScreenUpdate()
        }
    }

    /// The view, or `nil` when it is not loaded.
    public var viewIfLoaded: UIView? { content }
    /// Whether the view is loaded.
    public var isViewLoaded: Bool { content != nil }

    /// Makes the view: that of the storyboard or nib file, or an empty one. An override sets ``UIViewController/view`` and
    /// does not call `super`.
    open func loadView() {
        if !loadInterface() { view = UIView() }
    }

    // MARK: Segues

    /// Called before a segue shows its destination. Override it to give data to the destination; the default
    /// implementation does nothing.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiviewcontroller/prepare(for:sender:)
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    /// Returns whether a segue that the user has triggered is performed; `true` by default.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiviewcontroller/shouldperformsegue(withidentifier:sender:)
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

    /// Performs a segue of the controller's scene. An identifier that the scene does not have is reported on standard
    /// error.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiviewcontroller/performsegue(withidentifier:sender:)
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        if let segue = segue(withIdentifier: identifier) { return performSegue(segue, sender: sender) }
        InterfaceStore.report(
            "\(type(of: self)) has no segue with the identifier \"\(identifier)\" in its storyboard.")
    }

    /// Loads the view, and calls ``UIViewController/viewDidLoad()``, unless it is loaded already.
    open func loadViewIfNeeded() {
        guard content == nil else { return }
        loadView()
        guard content != nil else { return }
        connectInterface()
        fitContent()
        viewDidLoad()
    }

    open override var next: UIResponder? {
        if let next: UIResponder = content?.superview ?? parent ?? presenter { return next }
        return UIApplication.shared.window(of: self) ?? UIApplication.shared
    }

    /// Called once after the view was loaded. The default implementation does nothing.
    open func viewDidLoad() {}
    /// Called before the view is shown. `animated` is always `false`. The default implementation does nothing.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called after ``viewWillAppear(_:)``, when the size of the view is known. The default implementation does
    /// nothing.
    open func viewIsAppearing(_ animated: Bool) {}
    /// Called after the host has drawn the view. `animated` is always `false`. The default implementation does nothing.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before the view leaves the screen. `animated` is always `false`. The default implementation does nothing.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called after the view has left the screen. `animated` is always `false`. The default implementation does
    /// nothing.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Called before the view is laid out for a size. The default implementation does nothing.
    open func viewWillLayoutSubviews() {}
    /// Called after the view was laid out for a size. The default implementation does nothing.
    open func viewDidLayoutSubviews() {}
    /// Called before the view is first shown, and after its ``UIView/setNeedsUpdateConstraints()``. Override it to
    /// change constraints, and call `super` at the end, which calls ``UIView/updateConstraints()`` of the view.
    open func updateViewConstraints() { viewIfLoaded?.updateConstraints() }

    /// Called after ``traitCollection`` has changed, with its previous value. The default implementation does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    var traitObservers = TraitObservers()
    /// Values that the program sets and hosts do not use.
    var wishes = PresentationWishes()

    /// The style of the status bar. It has no effect; hosts decide.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar is hidden. It has no effect; hosts decide.
    open var prefersStatusBarHidden: Bool { false }
    /// The orientations that the controller supports. It has no effect; hosts decide.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
    /// Whether the view turns with the device. It has no effect; hosts decide.
    open var shouldAutorotate: Bool { true }

    /// Called before the view gets another size. An override calls `super`, which calls it on the children.
    ///
    /// - Parameters:
    ///   - size: the new size in points.
    ///   - coordinator: calls functions during and after the change.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
    }

    /// Called after a child, or the presented controller, has changed its preferred size. The default does nothing.
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

    // MARK: Navigation

    /// The content of the navigation bar while this controller is on top.
    open var navigationItem: UINavigationItem {
        if let ownNavigationItem { return ownNavigationItem }
        let item = UINavigationItem(title: nil)
        item.controller = self
        ownNavigationItem = item
        return item
    }

    /// The nearest navigation controller around this one; `nil` when there is none.
    open var navigationController: UINavigationController? {
        sequence(first: self, next: \.parent).dropFirst().lazy.compactMap { $0 as? UINavigationController }.first
    }

    /// The controller that presents this one or one around it; `nil` when there is none.
    public var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }

    /// Called before ``parent`` changes; `nil` means that the controller is removed. The default implementation does
    /// nothing.
    open func willMove(toParent parent: UIViewController?) {}
    /// Called after ``parent`` has changed. The default implementation does nothing.
    open func didMove(toParent parent: UIViewController?) {}

    /// Removes the controller from its parent. The caller calls `willMove(toParent:)` first and removes the view
    /// itself.
    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    // MARK: Overridden by the controllers of this module

    /// Gives the view the size of the host's view, if it is known.
    private func fitContent() {
        guard let traits = scene?.traits, content?.superview == nil else { return }
        content?.frame = CGRect(x: 0, y: 0, width: traits.width, height: traits.height)
    }

    func setContext(_ context: NSExtensionContext) { ownContext = context }

    /// Call it when the traits of the host have changed.
    func traitsChanged(from old: ViewTraits) {
        traitsChanged(from: UITraitCollection(old, style: inheritedInterfaceStyle))
        for child in children { child.traitsChanged(from: old) }
        fitContent()
        layOut()
    }

    /// The children that are visible when this controller is.
    var visibleChildren: [UIViewController] {
        children.filter { $0.viewIfLoaded?.superview != nil }
    }

    /// Lays out the screen before any screen is rendered.
    ///
    /// - Returns: whether a layout was due.
    func prepareLayouts() -> Bool { preparePlainLayouts() }

    /// The node of the screen.
    func renderScreen() -> RenderedNode { renderPlainScreen() }

    /// Called when the user has closed the presented screen with the host's own controls.
    func closedByHost() {
        presentationController?.closeByUser()
    }

    /// Sets the attributes of the window, for the principal controller.
    func describeWindow(_ node: inout NodeAttributes) {
        if preferredContentSize.width > 0 { node.set(.preferredWidth, Double(preferredContentSize.width)) }
        if preferredContentSize.height > 0 { node.set(.preferredHeight, Double(preferredContentSize.height)) }
    }
}

/// How a controller is presented. ``fullScreen``, ``currentContext``, ``overFullScreen``, ``overCurrentContext`` and
/// ``blurOverFullScreen`` cover everything; hosts show the others as cards.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
    case blurOverFullScreen
    case none = -1
    case automatic = -2
}

/// How a presented screen appears; hosts decide.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
