import UIKit

class FeedViewController: UITableViewController {

    private var entries = ["First entry"]
    private var timer: Timer?

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "entry")
        tableView.rowHeight = UITableView.automaticDimension
        let refreshControl = UIRefreshControl()
        refreshControl.attributedTitle = NSAttributedString(string: "Reload")
        refreshControl.addTarget(self, action: #selector(refresh(_:)), for: .valueChanged)
        self.refreshControl = refreshControl
    }

    @objc func refresh(_ sender: UIRefreshControl) {
        // A download would take a moment.
        timer = Timer.scheduledTimer(timeInterval: 0.05, target: self, selector: #selector(timerFired(_:)),
                                     userInfo: nil, repeats: false)
    }

    @objc private func timerFired(_ timer: Timer) {
        entries.insert("Entry from the timer", at: 0)
        tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
        refreshControl?.endRefreshing()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        timer?.invalidate()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return entries.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "entry", for: indexPath)
        cell.textLabel?.text = entries[indexPath.row]
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        perform(#selector(finish(with:)), with: entries[indexPath.row])
    }

    @objc func finish(with text: String) {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: text)
        extensionContext?.completeRequest(returningItems: [item], completionHandler: nil)
    }

    override func tableView(_ tableView: UITableView,
                            trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration? {
        let delete = UIContextualAction(style: .destructive, title: "Delete") { [unowned self] _, _, done in
            entries.remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath], with: .fade)
            done(true)
        }
        return UISwipeActionsConfiguration(actions: [delete])
    }
}
