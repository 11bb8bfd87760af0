import Social
import UIKit

final class ComposerViewController: SLComposeServiceViewController {
    private static let limit = 40

    private let visibility: SLComposeSheetConfigurationItem = {
        let item = SLComposeSheetConfigurationItem()!
        item.title = "Visible to"
        item.value = "Friends"
        return item
    }()

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Compose"
        placeholder = "What is new?"
        textView.keyboardType = .twitter
    }

    override func isContentValid() -> Bool {
        let remaining = Self.limit - contentText.count
        charactersRemaining = remaining as NSNumber
        return remaining >= 0
    }

    override func configurationItems() -> [Any]! {
        visibility.tapHandler = { [weak self] in
            guard let self else { return }
            visibility.value = visibility.value == "Friends" ? "All" : "Friends"
            reloadConfigurationItems()
        }
        return [visibility]
    }

    override func didSelectPost() {
        let reply = NSExtensionItem()
        reply.attributedContentText = NSAttributedString(string: "\(contentText ?? "") (\(visibility.value ?? ""))")
        extensionContext?.completeRequest(returningItems: [reply])
    }

    override func didSelectCancel() {
        extensionContext?.cancelRequest(withError: CocoaError(.userCancelled))
    }
}
