public import Foundation
import OpenExtensionFoundation
import OpenFoundation

/// The standard sheet of a share extension, with a text, a preview, configuration items, and the buttons Cancel and
/// Post.
///
/// The initial text is the `attributedContentText` of the shared items.
///
/// Source: https://developer.apple.com/documentation/social/slcomposeserviceviewcontroller
///
/// ## Difference from Apple
/// ``UIViewController/view`` is empty, because the sheet consists of the module's own controllers. It is shown instead of the
/// sheet by a subclass whose `loadView()` does not call `super`.
open class SLComposeServiceViewController: UIViewController, UITextViewDelegate {
    private lazy var content = ComposeController(self)
    private lazy var sheet: UINavigationController = {
        let sheet = UINavigationController(rootViewController: content)
        addChild(sheet)
        sheet.didMove(toParent: self)
        return sheet
    }()

    /// The navigation controller of the sheet. The navigation item of its first controller has the buttons Cancel, on the left,
    /// and Post, on the right, from the beginning; a title, a view or buttons that are set there are shown.
    ///
    /// A controller that is inside another navigation controller has that one. One whose `loadView()` has made a view of its own has
    /// no sheet, and none.
    open override var navigationController: UINavigationController? {
        super.navigationController ?? (hasSheet || !isViewLoaded ? sheet : nil)
    }

    // MARK: The text

    /// The view in which the user writes. Its delegate is this controller.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textView: UITextView! { content.textView }

    /// The text that the user has written.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var contentText: String! { content.textView.text }

    /// The text that is shown while the text view is empty.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var placeholder: String! {
        get { content.textView.placeholder }
        set { content.textView.placeholder = newValue }
    }

    /// The number below the text, in red when it is negative; `nil` for none.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var charactersRemaining: NSNumber! { didSet { content.show(charactersRemaining: charactersRemaining) } }

    /// Returns whether the content may be posted. It is called when the sheet appears, after each change of the text,
    /// and by ``validateContent()``. The default implementation returns `true`.
    open func isContentValid() -> Bool { true }

    /// Enables or disables the Post button as ``isContentValid()`` tells.
    open func validateContent() { content.postButton.isEnabled = isContentValid() }

    /// Calls ``validateContent()``. An override calls `super`.
    open func textViewDidChange(_ textView: UITextView) { validateContent() }

    // MARK: Completion

    /// Called when the user presses Post. The default implementation completes the request without items. An override
    /// must complete or cancel the request, at once or later.
    open func didSelectPost() { extensionContext?.completeRequest(returningItems: []) }

    /// Called when the user presses Cancel, and by ``cancel()``. Cancels the request with `CocoaError.userCancelled`
    /// (3072).
    ///
    /// An override calls `super`.
    open func didSelectCancel() {
        extensionContext?.cancelRequest(
            withError: NSError(domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue))
    }

    /// Cancels the request as the Cancel button does.
    open func cancel() { didSelectCancel() }

    /// Called when the sheet is on screen. The default implementation does nothing.
    open func presentationAnimationDidFinish() {}

    // MARK: Other content

    /// Returns a preview that is shown beside the text: the first image, or a symbol for a link, film or file; `nil`
    /// for none. It is called once.
    open func loadPreviewView() -> UIView! {
        let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
        return SharePreview.view(of: items.flatMap { $0.attachments ?? [] })
    }

    /// Returns the rows below the text, as ``SLComposeSheetConfigurationItem``s; other objects are ignored. It is
    /// called once, and by ``reloadConfigurationItems()``. The default implementation returns none.
    open func configurationItems() -> [Any]! { [] }

    /// Calls ``configurationItems()`` again, if the view is loaded.
    open func reloadConfigurationItems() { if isViewLoaded { showConfigurationItems() } }

    /// Shows a screen for a configuration item above the sheet.
    open func pushConfigurationViewController(_ viewController: UIViewController!) {
        if let viewController { sheet.pushViewController(viewController, animated: true) }
    }

    /// Returns to the sheet.
    open func popConfigurationViewController() { sheet.popToRootViewController(animated: true) }

    /// A controller with completions for the text, such as names, that replaces the rows; `nil` for the rows.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var autoCompletionViewController: UIViewController! {
        didSet { if autoCompletionViewController !== oldValue { content.showProposals(autoCompletionViewController) } }
    }

    // MARK: The screen

    /// Makes the view and sets the initial text. An override either calls `super`, or sets `view`, which is then shown instead
    /// of the sheet.
    open override func loadView() {
        hasSheet = true
        super.loadView()
        let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
        if let text = items.lazy.compactMap({ $0.attributedContentText?.string }).first { textView.text = text }
    }

    /// Moves the keyboard focus to the text. An override calls `super`.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if hasSheet { textView.becomeFirstResponder() }
        presentationAnimationDidFinish()
    }

    /// Whether the sheet is shown: whether ``loadView()`` was called, and not only an override.
    private var hasSheet = false
    private var isPrepared = false

    /// Fills the sheet once, after an override of `viewDidLoad()` was called.
    private func prepare() {
        guard !isPrepared else { return }
        isPrepared = true
        content.loadViewIfNeeded()
        content.showPreview(loadPreviewView())
        showConfigurationItems()
        validateContent()
    }

    private func showConfigurationItems() {
        content.show((configurationItems() ?? []).compactMap { $0 as? SLComposeSheetConfigurationItem })
    }

    override var visibleChildren: [UIViewController] {
        guard hasSheet else { return super.visibleChildren }
        prepare()
        return [sheet]
    }

    override func prepareLayouts() -> Bool {
        loadViewIfNeeded()
        guard hasSheet else { return super.prepareLayouts() }
        prepare()
        return sheet.prepareLayouts()
    }

    override func renderScreen() -> RenderedNode {
        loadViewIfNeeded()
        guard hasSheet else { return super.renderScreen() }
        prepare()
        let title =
            title ?? LocalizedTables(.main).text("CFBundleDisplayName", table: "InfoPlist")
            ?? Bundle.main.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
        if content.title != title { content.title = title }
        return sheet.renderScreen()
    }
}
