import MobileCoreServices
import Social
import UIKit
import UniformTypeIdentifiers

/// Loads something in the background, as a class without isolation does.
class PageLoader {
    static let spinner = UIActivityIndicatorView()
    weak var label: UILabel?

    func load(_ url: URL, completion: @escaping (String?) -> Void) {
        label?.text = url.absoluteString
        DispatchQueue.global().async {
            completion(url.host)
        }
    }

    func makeButton() -> UIButton {
        let button = UIButton(type: .system)
        button.setTitle("Save", for: .normal)
        return button
    }
}

protocol PageLoading {
    func pageDidLoad(_ title: String?)
    var statusText: String? { get }
}

/// A controller in the style of Swift 5: it calls its own methods from completion handlers without an actor.
class CompletionViewController: UIViewController {
    let label = UILabel()
    let loader = PageLoader()
    var urls: [URL] = []
    var finished = false
    var timer: Timer?
    lazy var button = loader.makeButton()
    var onFinish: (() -> Void)?

    deinit { timer?.invalidate() }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
        view.addSubview(button)
        loader.label = label
        handleItems()
        _ = NotificationCenter.default.addObserver(
            forName: Notification.Name("refresh"), object: nil, queue: .main
        ) { _ in
            self.refresh()
        }
        timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { [weak self] _ in
            self?.refresh()
        }
    }

    private func handleItems() {
        guard let items = extensionContext?.inputItems as? [NSExtensionItem] else { return finish() }
        let group = DispatchGroup()
        var count = 0
        for item in items {
            for provider in item.attachments ?? [] {
                group.enter()
                provider.loadItem(forTypeIdentifier: UTType.url.identifier, options: nil) { (item, error) in
                    if let url = item as? URL {
                        self.urls.append(url)
                        count += 1
                    }
                    if error != nil { self.finish() }
                    group.leave()
                }
                _ = provider.loadObject(ofClass: String.self) { text, _ in
                    self.label.text = text
                }
                provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
                    guard let data = data else { return self.finish() }
                    self.show(data)
                }
            }
        }
        group.notify(queue: .main) {
            self.label.text = "\(count) of \(self.urls.count)"
            self.onFinish?()
        }
    }

    func loadText(_ text: String, _ done: @escaping () -> Void) {
        let provider = NSItemProvider(object: text as NSString)
        _ = provider.loadObject(ofClass: String.self) { text, _ in
            DispatchQueue.main.async {
                self.title = text
                self.onFinish?()
                done()
            }
        }
    }

    func loadInBackground(_ done: @escaping () -> Void) {
        DispatchQueue.global(qos: .userInitiated).async {
            self.label.text = "x"
            DispatchQueue.main.async {
                self.view.setNeedsLayout()
                UIView.animate(withDuration: 0.2, animations: { self.view.alpha = 0 }) { _ in
                    self.finish()
                    done()
                }
            }
        }
    }

    func show(_ data: Data) {
        loader.load(URL(fileURLWithPath: "/")) { title in
            self.pageDidLoad(title)
            self.present(UIAlertController(title: title, message: nil, preferredStyle: .alert), animated: true) {
                self.refresh()
            }
        }
    }

    func refresh() { label.text = statusText }

    func finish() {
        finished = true
        extensionContext?.completeRequest(returningItems: nil) { _ in
            self.urls = []
        }
    }
}

extension CompletionViewController: PageLoading {
    func pageDidLoad(_ title: String?) { self.title = title }
    var statusText: String? { finished ? "done" : "busy" }
}
