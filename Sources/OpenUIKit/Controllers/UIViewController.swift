public import Foundation
public import OpenExtensionFoundation
import OpenViewTree

/// Controls a view, and is what an extension with a view names as its principal class.
///
/// Source: https://developer.apple.com/documentation/uikit/uiviewcontroller
///
/// ## Difference from Apple
/// There are no storyboards, nib files, segues, rotation and custom transitions. What is shown in a host begins with
/// ``beginRequest(with:)``; then the view is loaded.
@MainActor
open class UIViewController: UIResponder {
    /// nil, always: there are no nib files.
    public let nibName: String?
    public let nibBundle: Bundle?
    private var content: UIView?

    // MARK: What is told to the host

    /// The name of what is shown.
    open var title: String? { didSet { setNeedsScreenUpdate() } }
    /// How much room it would like, in points; zero for what the host gives.
    open var preferredContentSize = CGSize.zero { didSet { setNeedsScreenUpdate() } }
    /// Whether a person cannot close a presented screen by the host's own means.
    open var isModalInPresentation = false { didSet { setNeedsScreenUpdate() } }
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Counts for this view and those in it.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// The buttons in the bar at the bottom, where a navigation controller shows one.
    open var toolbarItems: [UIBarButtonItem]? { didSet { setNeedsScreenUpdate() } }

    // MARK: Other controllers

    public internal(set) weak var parent: UIViewController?
    public internal(set) var children: [UIViewController] = []
    public internal(set) var presentedViewController: UIViewController?
    weak var presenter: UIViewController?

    // MARK: State

    private var ownContext: NSExtensionContext?
    /// Set on the principal controller while a host shows it.
    var ownScene: ViewScene?
    /// The numbers of the nodes that stand for it.
    let screenNodes = ScreenNodes()
    var appearance = Appearance.disappeared
    private var ownNavigationItem: UINavigationItem?

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    /// A controller out of an archive.
    ///
    /// - Returns: one without properties: there are neither storyboards nor nib files.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    // MARK: The request

    /// The request that this controller works on, or the one it is in; nil before ``beginRequest(with:)``, and always
    /// outside of an extension.
    open var extensionContext: NSExtensionContext? {
        ownContext ?? parent?.extensionContext ?? presenter?.extensionContext
    }

    /// A request begins. Called once, before the view is loaded; ``extensionContext`` is there already.
    ///
    /// An override calls `super`.
    open func beginRequest(with context: NSExtensionContext) { ownContext = context }

    /// Gives up what can be made again: memory gets little.
    open func didReceiveMemoryWarning() {}

    // MARK: The view

    /// The view, which is loaded when it is asked for first. Never nil, except for a class whose ``loadView()`` sets none.
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

    /// nil before it is loaded.
    public var viewIfLoaded: UIView? { content }
    public var isViewLoaded: Bool { content != nil }

    /// Makes the view: an empty one, unless it is overridden, which must not call `super` and sets ``view``.
    open func loadView() { view = UIView() }

    open func loadViewIfNeeded() {
        guard content == nil else { return }
        loadView()
        guard content != nil else { return }
        fitContent()
        viewDidLoad()
    }

    open override var next: UIResponder? { content?.superview ?? parent ?? presenter }

    /// The view is there. Called once; does nothing by itself, like those that follow.
    open func viewDidLoad() {}
    /// The view is about to be shown.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is part of what is shown.
    open func viewIsAppearing(_ animated: Bool) {}
    /// The host has drawn the view.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to leave the screen.
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    /// The room for the view is about to change, or to be known.
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open func updateViewConstraints() {}

    /// The room, or how the person sees things, has changed.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// The room becomes another one. `super` passes it on to the children.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
    }

    // MARK: Navigation

    /// What stands in the bar of a navigation controller while this is on top.
    open var navigationItem: UINavigationItem {
        if let ownNavigationItem { return ownNavigationItem }
        let item = UINavigationItem(title: nil)
        item.controller = self
        ownNavigationItem = item
        return item
    }

    /// The nearest controller of that kind that this is in; nil for none.
    public var navigationController: UINavigationController? {
        sequence(first: self, next: \.parent).dropFirst().lazy.compactMap { $0 as? UINavigationController }.first
    }

    /// The controller that presents this one, or one that it is in; nil for none.
    public var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }

    /// ``parent`` is about to become another one, or none.
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    /// Takes this controller out of the one it is in. Its view is taken away by the caller.
    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    // MARK: For controllers of the kit

    /// The view is as large as the room, as far as it is known.
    private func fitContent() {
        guard let traits = scene?.traits, content?.superview == nil else { return }
        content?.frame = CGRect(x: 0, y: 0, width: traits.width, height: traits.height)
    }

    func setContext(_ context: NSExtensionContext) { ownContext = context }

    /// How it sees things has changed, or the room has.
    func traitsChanged(from old: UITraitCollection) {
        if !old.isEqual(traitCollection) { traitCollectionDidChange(old) }
        for child in children { child.traitsChanged(from: old) }
        fitContent()
        layOut()
    }

    /// The children that are seen when this is.
    var visibleChildren: [UIViewController] {
        children.filter { $0.viewIfLoaded?.superview != nil }
    }

    /// Lays out what is on this controller's screen, before any screen is read.
    ///
    /// - Returns: whether there was anything to do.
    func prepareLayouts() -> Bool { preparePlainLayouts() }

    /// The node of this controller's screen.
    func renderScreen() -> RenderedNode { renderPlainScreen() }

    /// Puts a child of ``presentedViewController`` or of the screen away because the host has closed it.
    func closedByHost() {
        if !isModalInPresentation { presenter?.dismiss(animated: true) }
    }

    /// Says what the window shows when this is the principal controller.
    func describeWindow(_ node: inout NodeAttributes) {
        if preferredContentSize.width > 0 { node.set(.preferredWidth, Double(preferredContentSize.width)) }
        if preferredContentSize.height > 0 { node.set(.preferredHeight, Double(preferredContentSize.height)) }
    }
}

/// How a presented screen stands above the others.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
    case blurOverFullScreen
    case none = -1
    case automatic = -2
}

/// How a screen comes in; the host decides in truth.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
