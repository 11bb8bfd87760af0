import UIKit
import MobileCoreServices

struct InboxEntry: Codable {
    var text: String?
    var link: URL?
}

// Collects every attachment and keeps it in the group's container.
class InboxViewController: UIViewController {

    private let group = "group.com.example.Gallery5"
    private let label = UILabel()

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        label.frame = CGRect(x: 20, y: 20, width: 300, height: 30)
        label.text = "Saving"
        view.addSubview(label)
        collect()
    }

    private func collect() {
        var entry = InboxEntry()
        let dispatchGroup = DispatchGroup()
        for case let item as NSExtensionItem in extensionContext?.inputItems ?? [] {
            for attachment in item.attachments ?? [] {
                dispatchGroup.enter()
                if attachment.hasItemConformingToTypeIdentifier(kUTTypeURL as String) {
                    attachment.loadItem(forTypeIdentifier: kUTTypeURL as String, options: nil) { url, _ in
                        DispatchQueue.main.async {
                            entry.link = url as? URL
                            dispatchGroup.leave()
                        }
                    }
                } else {
                    attachment.loadItem(forTypeIdentifier: kUTTypeText as String, options: nil) { text, _ in
                        DispatchQueue.main.async {
                            entry.text = text as? String
                            dispatchGroup.leave()
                        }
                    }
                }
            }
        }
        dispatchGroup.notify(queue: .main) {
            self.save(entry)
        }
    }

    private func save(_ entry: InboxEntry) {
        guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            label.text = "No container"
            return
        }
        let file = container.appendingPathComponent("inbox.json")
        do {
            var entries = (try? JSONDecoder().decode([InboxEntry].self, from: Data(contentsOf: file))) ?? []
            entries.append(entry)
            try JSONEncoder().encode(entries).write(to: file, options: .atomic)
            UserDefaults(suiteName: group)?.set(entries.count, forKey: "unread")
        } catch {
            label.text = error.localizedDescription
            return
        }
        let unread = UserDefaults(suiteName: group)?.value(forKey: "unread") as? Int ?? 0
        let alert = UIAlertController(title: "Saved", message: "\(entry.text ?? "") \(unread)", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default) { [weak self] _ in
            self?.extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
        })
        present(alert, animated: true)
    }
}
