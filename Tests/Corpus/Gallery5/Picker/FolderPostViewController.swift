import UIKit
import Social

class FolderPostViewController: SLComposeServiceViewController, FolderTableViewControllerDelegate {

    private var folder = "Inbox"

    override func isContentValid() -> Bool {
        return !contentText.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
    }

    override func configurationItems() -> [Any]! {
        guard let item = SLComposeSheetConfigurationItem() else { return nil }
        item.title = "Folder"
        item.value = folder
        item.tapHandler = {
            let controller = FolderTableViewController(style: .plain)
            controller.selected = self.folder
            controller.delegate = self
            self.pushConfigurationViewController(controller)
        }
        return [item]
    }

    func folderTable(_ controller: FolderTableViewController, didPick folder: String) {
        self.folder = folder
        reloadConfigurationItems()
        popConfigurationViewController()
    }

    override func didSelectPost() {
        let attachments = (extensionContext?.inputItems as? [NSExtensionItem])?.first?.attachments ?? []
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: "\(contentText!) in \(folder) with \(attachments.count)")
        extensionContext?.completeRequest(returningItems: [item], completionHandler: { expired in
            print("The request has ended, expired: \(expired)")
        })
    }
}
