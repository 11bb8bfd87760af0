public import Foundation
import OpenExtensionFoundation

/// The standard sheet of a share extension: a text, a preview of what is shared, rows with choices, Cancel and Post.
///
/// The text begins as the `attributedContentText` of what is shared.
///
/// Source: https://developer.apple.com/documentation/social/slcomposeserviceviewcontroller
///
/// ## Difference from Apple
/// ``UIViewController/view`` is empty: the sheet is the kit's own.
open class SLComposeServiceViewController: UIViewController, UITextViewDelegate {
    private lazy var content = ComposeController(self)
    private lazy var sheet = UINavigationController(rootViewController: content)

    // MARK: The text

    /// What the person writes into. Its delegate is this controller.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var textView: UITextView! { content.textView }

    /// What the person has written.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var contentText: String! { content.textView.text }

    /// Shown while there is no text.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var placeholder: String! {
        get { content.textView.placeholder }
        set { content.textView.placeholder = newValue }
    }

    /// Shown below the text, in red when it is negative; nil for nothing.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var charactersRemaining: NSNumber! { didSet { content.show(charactersRemaining: charactersRemaining) } }

    /// Whether what is there may be posted. Asked when the sheet appears, whenever the text changes, and by
    /// ``validateContent()``.
    open func isContentValid() -> Bool { true }

    /// Asks ``isContentValid()`` again, and allows posting accordingly.
    open func validateContent() { content.postButton.isEnabled = isContentValid() }

    /// An override calls `super`.
    open func textViewDidChange(_ textView: UITextView) { validateContent() }

    // MARK: The end

    /// Post was pressed. Ends the request without returning anything, unless overridden: then it is for the override to
    /// end the request, now or soon.
    open func didSelectPost() { extensionContext?.completeRequest(returningItems: []) }

    /// Cancel was pressed, or ``cancel()`` called. Ends the request with Cocoa error 3072.
    ///
    /// An override calls `super`.
    open func didSelectCancel() {
        extensionContext?.cancelRequest(
            withError: NSError(domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue))
    }

    /// Does what pressing Cancel does.
    open func cancel() { didSelectCancel() }

    /// The sheet is on the screen. Does nothing by itself.
    open func presentationAnimationDidFinish() {}

    // MARK: What else the sheet shows

    /// A preview of what is shared, beside the text: the first picture, a symbol for a link, a film or a file; nil for
    /// nothing. Called once.
    open func loadPreviewView() -> UIView! {
        let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
        return SharePreview.view(of: items.flatMap { $0.attachments ?? [] })
    }

    /// The rows below the text: ``SLComposeSheetConfigurationItem``s. Called once, and by ``reloadConfigurationItems()``.
    open func configurationItems() -> [Any]! { [] }

    /// Asks ``configurationItems()`` again.
    open func reloadConfigurationItems() { if isViewLoaded { showConfigurationItems() } }

    /// Shows a screen on which a choice is made, above the sheet.
    open func pushConfigurationViewController(_ viewController: UIViewController!) {
        if let viewController { sheet.pushViewController(viewController, animated: true) }
    }

    /// Goes back to the sheet.
    open func popConfigurationViewController() { sheet.popToRootViewController(animated: true) }

    /// Takes the place of the rows: proposals for what is being written, such as names. nil for the rows.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var autoCompletionViewController: UIViewController! {
        didSet { if autoCompletionViewController !== oldValue { content.showProposals(autoCompletionViewController) } }
    }

    // MARK: The screen

    /// An override calls `super`, or sets `view` and has no text to begin with.
    open override func loadView() {
        super.loadView()
        let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
        if let text = items.lazy.compactMap({ $0.attributedContentText?.string }).first { textView.text = text }
    }

    /// An override calls `super`.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        textView.becomeFirstResponder()
        presentationAnimationDidFinish()
    }

    private var isPrepared = false

    /// Fills the sheet, once, when the program's own `viewDidLoad()` has been called.
    private func prepare() {
        guard !isPrepared else { return }
        isPrepared = true
        addChild(sheet)
        sheet.didMove(toParent: self)
        content.loadViewIfNeeded()
        content.showPreview(loadPreviewView())
        showConfigurationItems()
        validateContent()
    }

    private func showConfigurationItems() {
        content.show((configurationItems() ?? []).compactMap { $0 as? SLComposeSheetConfigurationItem })
    }

    override var visibleChildren: [UIViewController] {
        prepare()
        return [sheet]
    }

    override func prepareLayouts() -> Bool {
        prepare()
        return sheet.prepareLayouts()
    }

    override func renderScreen() -> RenderedNode {
        prepare()
        let title = title ?? Bundle.main.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
        if content.title != title { content.title = title }
        return sheet.renderScreen()
    }
}
