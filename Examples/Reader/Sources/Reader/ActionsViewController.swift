import UIKit

/// The list of what the app can do with a page.
final class ActionsViewController: UITableViewController {
    private static let actions: [(name: String, use: String)] = [
        ("Read", "Shows the article of a page without everything around it."),
        ("Highlight", "Marks the selected word on the whole page, or else the most frequent one."),
        ("Page Colour", "Gives the page a coloured background."),
    ]

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Reader"
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        Self.actions.count
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        "Actions for pages"
    }

    override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
        "Open a page in a browser, share it, and choose one of the actions."
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        cell.textLabel?.text = Self.actions[indexPath.row].name
        cell.detailTextLabel?.text = Self.actions[indexPath.row].use
        cell.selectionStyle = .none
        return cell
    }
}
