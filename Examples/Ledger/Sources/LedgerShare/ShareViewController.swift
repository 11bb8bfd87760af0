import LedgerStore
import Social
import UIKit

/// The principal class: the standard compose sheet. The text becomes an entry of the ledger that the extension shares with
/// its app.
final class ShareViewController: SLComposeServiceViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Ledger"
        placeholder = "Write an entry"
        Task { await showAttachedText() }
    }

    /// Puts a text that is attached into the sheet, unless there is one already.
    private func showAttachedText() async {
        let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
        for provider in items.flatMap({ $0.attachments ?? [] }) where contentText.isEmpty {
            let text = try? await provider.loadItem(forTypeIdentifier: "public.plain-text") as? String
            guard let text, contentText.isEmpty else { continue }
            textView.text = text
            validateContent()
        }
    }

    override func isContentValid() -> Bool { !contentText.isEmpty }

    override func didSelectPost() {
        let entry = Entry(text: contentText, author: Bundle.main.bundleIdentifier ?? "unknown")
        Task {
            do {
                try await Self.add(entry)
                extensionContext?.completeRequest(returningItems: [])
            } catch {
                fail(with: error)
            }
        }
    }

    /// Adds an entry, away from the main thread: a coordinated access waits for other processes.
    @concurrent private static func add(_ entry: Entry) async throws {
        try Ledger.shared().add(entry)
    }

    /// Tells the person, and ends the request when they have read it.
    private func fail(with error: any Error) {
        let alert = UIAlertController(
            title: "The Entry Was Not Added", message: error.localizedDescription, preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { [weak self] _ in
                self?.extensionContext?.cancelRequest(withError: error)
            })
        present(alert, animated: true)
    }
}
