import Foundation

/// The table of a compose sheet's configuration items.
@MainActor
final class ConfigurationList: NSObject, UITableViewDataSource, UITableViewDelegate {
    let table = UITableView(frame: .zero, style: .plain)
    private var items: [SLComposeSheetConfigurationItem] = []

    override init() {
        super.init()
        table.dataSource = self
        table.delegate = self
        table.isHidden = true
    }

    func show(_ items: [SLComposeSheetConfigurationItem]) {
        for item in self.items { item.list = nil }
        self.items = items
        for item in items { item.list = self }
        table.isHidden = items.isEmpty
        table.reloadData()
    }

    /// Updates the row of an item.
    func show(_ item: SLComposeSheetConfigurationItem) {
        guard let row = items.firstIndex(where: { $0 === item }) else { return }
        table.reconfigureRows(at: [IndexPath(row: row, section: 0)])
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "item", for: indexPath)
        let item = items[indexPath.row]
        var content = UIListContentConfiguration.valueCell()
        content.text = item.title
        content.secondaryText = item.valuePending ? nil : item.value
        cell.contentConfiguration = content
        cell.accessoryType = item.tapHandler == nil ? .none : .disclosureIndicator
        if item.valuePending != (cell.accessoryView != nil) {
            let indicator = UIActivityIndicatorView(style: .medium)
            indicator.startAnimating()
            cell.accessoryView = item.valuePending ? indicator : nil
        }
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        items[indexPath.row].tapHandler?()
    }
}
