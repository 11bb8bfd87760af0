import UIKit

// Lists what can be pressed in a text: links, addresses and telephone numbers.
class LinkFinderViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {

    var results: [NSTextCheckingResult] = []
    let tableView = UITableView(frame: .zero, style: .grouped)

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.dataSource = self
        tableView.delegate = self
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
        tableView.frame = view.bounds
        tableView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(tableView)

        let text = (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string ?? ""
        let types: NSTextCheckingResult.CheckingType = [.link, .phoneNumber]
        guard let detector = try? NSDataDetector(types: types.rawValue) else { return }
        results = detector.matches(in: text, options: [], range: NSRange(location: 0, length: text.utf16.count))
    }

    func numberOfSections(in tableView: UITableView) -> Int {
        return 1
    }

    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        return "\(results.count) found"
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return results.count
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
        let result = results[indexPath.row]
        switch result.resultType {
        case .link: cell.textLabel?.text = "Link \(result.url?.absoluteString ?? "")"
        case .phoneNumber: cell.textLabel?.text = "Phone \(result.phoneNumber ?? "")"
        default: cell.textLabel?.text = "Other"
        }
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        let alert = UIAlertController(title: "Keep this?", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel, handler: nil))
        alert.addAction(UIAlertAction(title: "Keep", style: .default) { _ in
            let item = NSExtensionItem()
            item.attributedContentText = NSAttributedString(string: "Kept \(indexPath.row + 1)")
            self.extensionContext?.completeRequest(returningItems: [item], completionHandler: nil)
        })
        present(alert, animated: true, completion: nil)
    }
}
