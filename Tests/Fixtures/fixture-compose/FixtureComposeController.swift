import OpenUIKit

/// A share extension with the compose sheet, whose Post edits pictures; in Today it is a widget.
final class FixtureComposeController: SLComposeServiceViewController, NCWidgetProviding {
    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Fixture"
        extensionContext?.widgetLargestAvailableDisplayMode = .expanded
    }

    override func isContentValid() -> Bool { !contentText.isEmpty }

    override func configurationItems() -> [Any]! {
        let rows = SLComposeSheetConfigurationItem()
        rows?.title = "Rows"
        rows?.tapHandler = { [weak self] in self?.pushConfigurationViewController(RowsController(style: .plain)) }
        let hide = SLComposeSheetConfigurationItem()
        hide?.title = "Hide"
        hide?.tapHandler = {
            NCWidgetController().setHasContent(false, forWidgetWithBundleIdentifier: "org.example.Fixtures.Compose")
        }
        return [rows as Any, hide as Any]
    }

    /// Returns each picture in half its size, and says as what it came.
    override func didSelectPost() {
        let attachments = (extensionContext?.inputItems as? [NSExtensionItem] ?? []).flatMap { $0.attachments ?? [] }
        Task {
            var kinds: [String] = []
            let item = NSExtensionItem()
            item.attachments = []
            for provider in attachments {
                let stored = try? await provider.loadItem(forTypeIdentifier: "public.image")
                kinds.append(
                    stored is UIImage ? "UIImage" : stored is Data ? "Data" : stored is URL ? "URL" : "nothing")
                if let photo = try? await provider.loadItem(UIImage.self, forTypeIdentifier: "public.image") {
                    item.attachments?.append(NSItemProvider(object: photo.halved))
                }
            }
            item.attributedContentText = NSAttributedString(string: kinds.joined(separator: " "))
            extensionContext?.completeRequest(returningItems: [item])
        }
    }

    func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) {
        Task {
            title = "Updated"
            completionHandler(.newData)
        }
    }

    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize) {
        preferredContentSize = CGSize(width: maxSize.width, height: min(maxSize.height, 300))
    }
}

extension UIImage {
    fileprivate var halved: UIImage {
        let size = CGSize(width: size.width / 2, height: size.height / 2)
        return UIGraphicsImageRenderer(size: size).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
    }
}

/// A thousand rows.
final class RowsController: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1000 }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        cell.textLabel?.text = "Row \(indexPath.row)"
        return cell
    }
}
