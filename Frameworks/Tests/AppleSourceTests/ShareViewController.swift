// Xcode's template has force unwraps, too.
// swift-format-ignore-file: NeverForceUnwrap
import Social
import UIKit

/// A share extension's controller as Xcode's template has it, filled in.
class ShareViewController: SLComposeServiceViewController {
    private var album = "Holidays"

    override func isContentValid() -> Bool {
        charactersRemaining = NSNumber(value: 140 - contentText.count)
        return contentText.count <= 140
    }

    override func didSelectPost() {
        extensionContext!.completeRequest(returningItems: [], completionHandler: nil)
    }

    override func configurationItems() -> [Any]! {
        let item = SLComposeSheetConfigurationItem()!
        item.title = "Album"
        item.value = album
        item.tapHandler = { [unowned self] in
            pushConfigurationViewController(AlbumViewController(style: .plain))
        }
        return [item]
    }
}

/// A table with a data source of the old kind.
class AlbumViewController: UITableViewController {
    let albums = ["Holidays", "Family", "Work"]

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Album"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "album")
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        albums.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "album", for: indexPath)
        cell.textLabel?.text = albums[indexPath.row]
        cell.accessoryType = indexPath.row == 0 ? .checkmark : .none
        return cell
    }
}
