import LedgerStore
import UIKit

/// The entries, the newest first. It presents the file of the ledger, so it shows what the extension adds at once.
final class EntriesViewController: UITableViewController {
    private var ledger: Ledger?
    private var presenter: LedgerPresenter?
    private var entries: [Entry] = []
    /// Who has made the last change while the app was looking.
    private var lastChange: String?

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Ledger"
        present()
        reload()
    }

    /// Begins to present the file of the ledger.
    private func present() {
        guard let ledger = try? Ledger.shared() else { return }
        let presenter = LedgerPresenter(ledger) { [weak self] origin in
            let name = origin?.processName
            Task { @MainActor in self?.ledgerDidChange(by: name) }
        }
        NSFileCoordinator.addFilePresenter(presenter)
        self.presenter = presenter
        self.ledger = ledger
    }

    isolated deinit {
        if let presenter { NSFileCoordinator.removeFilePresenter(presenter) }
    }

    private func ledgerDidChange(by name: String?) {
        lastChange = name
        reload()
    }

    /// Reads the entries again.
    func reload() {
        entries = ((try? ledger?.entries()) ?? []).reversed()
        if isViewLoaded { tableView.reloadData() }
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        lastChange.map { "Changed by \($0)" }
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        max(entries.count, 1)
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        guard entries.indices.contains(indexPath.row) else {
            cell.textLabel?.text = "Nothing has been shared yet"
            return cell
        }
        let entry = entries[indexPath.row]
        cell.textLabel?.text = entry.text
        cell.detailTextLabel?.text = "\(entry.number), by \(entry.author)"
        return cell
    }

    override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
        guard let ledger, let author = entries.first?.author else { return nil }
        return "\(ledger.count(of: author)) by \(author)"
    }
}
