import UIKit

@objc protocol FolderTableViewControllerDelegate: AnyObject {
    func folderTable(_ controller: FolderTableViewController, didPick folder: String)
}

class FolderTableViewController: UITableViewController {

    weak var delegate: FolderTableViewControllerDelegate?
    var selected: String?
    private let folders = ["Inbox", "Work", "Home"]
    private let cellIdentifier = "folder"

    override init(style: UITableView.Style) {
        super.init(style: style)
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: cellIdentifier)
        title = "Folders"
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return folders.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: cellIdentifier, for: indexPath as IndexPath)
        cell.textLabel?.text = folders[indexPath.row]
        cell.accessoryType = folders[indexPath.row] == selected ? .checkmark : .none
        cell.backgroundColor = UIColor.clear
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        delegate?.folderTable(self, didPick: folders[indexPath.row])
    }
}
