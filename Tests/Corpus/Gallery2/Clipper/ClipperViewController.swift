import UIKit
import MobileCoreServices

// Saves a link in the app's list and opens the app, as many share extensions do.
class ClipperViewController: UIViewController {

    private let statusLabel = UILabel()
    private var sharedURL: URL?

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        statusLabel.text = "Loading…"
        statusLabel.frame = CGRect(x: 20, y: 40, width: 280, height: 40)
        view.addSubview(statusLabel)

        let openButton = UIButton(type: .system)
        openButton.setTitle("Open app", for: .normal)
        openButton.contentEdgeInsets = UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
        openButton.frame = CGRect(x: 20, y: 90, width: 200, height: 44)
        openButton.addTarget(self, action: #selector(openButtonTapped(_:)), for: .touchUpInside)
        view.addSubview(openButton)

        let finishButton = UIButton(type: .system)
        finishButton.setTitle("Finish", for: .normal)
        finishButton.frame = CGRect(x: 20, y: 140, width: 200, height: 44)
        finishButton.addTarget(self, action: #selector(finish), for: .touchUpInside)
        view.addSubview(finishButton)
        loadURL()
    }

    private func loadURL() {
        guard let item = extensionContext?.inputItems.first as? NSExtensionItem,
            let provider = item.attachments?.first(where: { $0.hasItemConformingToTypeIdentifier(kUTTypeURL as String) })
        else { return finish() }
        provider.loadItem(forTypeIdentifier: kUTTypeURL as String, options: nil) { [weak self] data, error in
            DispatchQueue.main.async {
                self?.show(data as? URL)
            }
        }
    }

    private func show(_ url: URL?) {
        sharedURL = url
        statusLabel.text = "Clipped \(url?.host ?? "nothing")"
    }

    @objc private func openButtonTapped(_ sender: UIButton) {
        sender.setTitle(openURL(URL(string: "gallery://clip")!) ? "Opened" : "Not opened", for: .normal)
    }

    // UIApplication.shared cannot be used in an extension, so the responders are asked.
    @objc @discardableResult func openURL(_ url: URL) -> Bool {
        var responder: UIResponder? = self.next
        while responder != nil {
            if let application = responder as? UIApplication {
                return application.perform(#selector(openURL(_:)), with: url) != nil
            }
            responder = responder?.next
        }
        return false
    }

    @objc func finish() {
        extensionContext?.completeRequest(returningItems: nil, completionHandler: nil)
    }
}
