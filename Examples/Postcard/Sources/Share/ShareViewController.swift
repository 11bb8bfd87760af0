import PostcardStore
import Social
import UIKit

/// The principal class: the standard compose sheet. What is posted goes to the container that the extension shares with its
/// app.
final class ShareViewController: SLComposeServiceViewController {
    private static let longestText = 280
    /// The sheet counts when there are no more letters left than this.
    private static let shownRest = 60

    private var album = Album.everyday
    /// What the person writes, until it is posted.
    private lazy var draft = Draft(sharedText: contentText)

    private var items: [NSExtensionItem] { extensionContext?.inputItems as? [NSExtensionItem] ?? [] }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Postcard"
        placeholder = "Write a few words"
        if let text = draft.text { textView.text = text }
    }

    override func textViewDidChange(_ textView: UITextView) {
        super.textViewDidChange(textView)
        draft.keep(contentText)
    }

    override func isContentValid() -> Bool {
        let rest = Self.longestText - contentText.count
        charactersRemaining = rest <= Self.shownRest ? NSNumber(value: rest) : nil
        let hasContent = !contentText.isEmpty || items.contains { $0.attachments?.isEmpty == false }
        return rest >= 0 && hasContent
    }

    override func didSelectPost() {
        let text = contentText ?? ""
        Task {
            do {
                try keep(try await SharedThings(items), with: text)
                draft.remove()
                extensionContext?.completeRequest(returningItems: [])
            } catch {
                fail(with: error)
            }
        }
    }

    /// Makes a post of what was shared.
    private func keep(_ things: SharedThings, with text: String) throws {
        defer { things.discard() }
        let words = ([text] + things.texts.filter { $0 != text }).filter { !$0.isEmpty }
        let post = Post(date: .now, text: words.joined(separator: "\n\n"), album: album.rawValue, links: things.links)
        try PostStore.shared().add(post, pictures: things.pictures)
    }

    override func configurationItems() -> [Any]! {
        guard let item = SLComposeSheetConfigurationItem() else { return [] }
        item.title = "Album"
        item.value = album.rawValue
        item.tapHandler = { [weak self] in self?.chooseAlbum() }
        return [item]
    }

    private func chooseAlbum() {
        let chooser = AlbumViewController(selected: album) { [weak self] album in
            self?.album = album
            self?.reloadConfigurationItems()
            self?.popConfigurationViewController()
        }
        pushConfigurationViewController(chooser)
    }

    /// Tells the person, and ends the request when they have read it.
    private func fail(with error: any Error) {
        let alert = UIAlertController(
            title: "The Postcard Was Not Posted", message: error.localizedDescription, preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { [weak self] _ in
                self?.extensionContext?.cancelRequest(withError: error)
            })
        present(alert, animated: true)
    }
}
