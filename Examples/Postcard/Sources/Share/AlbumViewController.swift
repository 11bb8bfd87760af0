import UIKit

/// Where a postcard can be put.
enum Album: String, CaseIterable {
    case everyday = "Everyday"
    case family = "Family"
    case travel = "Travel"
    case work = "Work"
}

/// The list of albums, one of them ticked.
final class AlbumViewController: UITableViewController {
    private static let cellIdentifier = "album"

    private let selected: Album
    private let onSelect: (Album) -> Void

    init(selected: Album, onSelect: @escaping (Album) -> Void) {
        self.selected = selected
        self.onSelect = onSelect
        super.init(style: .plain)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Album"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: Self.cellIdentifier)
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        Album.allCases.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let album = Album.allCases[indexPath.row]
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.cellIdentifier, for: indexPath)
        cell.textLabel?.text = album.rawValue
        cell.accessoryType = album == selected ? .checkmark : .none
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        onSelect(Album.allCases[indexPath.row])
    }
}
