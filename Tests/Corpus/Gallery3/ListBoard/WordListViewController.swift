import UIKit

class CapsuleLabel: UILabel {

    override func awakeFromNib() {
        super.awakeFromNib()
        layer.cornerRadius = 8
        layer.masksToBounds = true
        backgroundColor = UIColor.lightGray.withAlphaComponent(0.3)
    }
}

class WordCell: UITableViewCell {

    @IBOutlet weak var wordLabel: UILabel!
    @IBOutlet weak var countLabel: CapsuleLabel!

    func configure(word: String) {
        wordLabel.text = word
        countLabel.text = "\(word.count) letters"
    }
}

class WordListViewController: UITableViewController {

    private var words: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        let text = (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string ?? ""
        words = text.components(separatedBy: .whitespaces)
        tableView.tableFooterView = UIView()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return words.count + 1
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard indexPath.row < words.count else {
            let cell = tableView.dequeueReusableCell(withIdentifier: "TotalCell", for: indexPath)
            cell.textLabel?.text = NSLocalizedString("total", comment: "the last row")
            cell.detailTextLabel?.text = String(words.count)
            return cell
        }
        let cell = tableView.dequeueReusableCell(withIdentifier: "WordCell", for: indexPath) as! WordCell  // The storyboard gives the cell this class.
        cell.configure(word: words[indexPath.row])
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard words.indices.contains(indexPath.row) else { return }
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: words[indexPath.row])
        extensionContext?.completeRequest(returningItems: [item], completionHandler: nil)
    }

    @IBAction func sort() {
        words.sort()
        tableView.reloadData()
    }

    @IBAction func cancel(_ sender: UIBarButtonItem) {
        extensionContext?.cancelRequest(withError: NSError(domain: NSCocoaErrorDomain, code: NSUserCancelledError, userInfo: nil))
    }
}
