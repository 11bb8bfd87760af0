import Foundation
import UIKit

/// The list of what the app can do to a photograph.
final class EditsViewController: UITableViewController {
    private static let cellIdentifier = "edit"
    private let edits = PhotoEdit.all(in: .main)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Darkroom"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: Self.cellIdentifier)
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { edits.count }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        "Edits for photographs of other apps"
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.cellIdentifier, for: indexPath)
        var content = UIListContentConfiguration.subtitleCell()
        content.text = edits[indexPath.row].name
        content.secondaryText = edits[indexPath.row].place
        cell.contentConfiguration = content
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        navigationController?.pushViewController(EditViewController(edits[indexPath.row]), animated: true)
    }
}
