import UIKit

class PanelViewController: UIViewController {

    @IBOutlet weak var greetingLabel: UILabel!
    @IBOutlet weak var spinner: UIActivityIndicatorView!

    init() {
        super.init(nibName: "PanelView", bundle: nil)
    }

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil ?? "PanelView", bundle: nibBundleOrNil)
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let text = (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string
        greetingLabel.text = "From a nib: \(text ?? "")"
        let row = Bundle.main.loadNibNamed("RowView", owner: self, options: nil)?.first as? RowView
        row?.titleLabel.text = "A row of its own"
        if let row = row {
            row.frame = CGRect(x: 16, y: 160, width: 300, height: 44)
            view.addSubview(row)
        }
    }

    @IBAction func startTapped(_ sender: UIButton) {
        spinner.startAnimating()
        sender.setTitle("Stop", for: .normal)
        sender.removeTarget(self, action: nil, for: .allEvents)
        sender.addTarget(self, action: #selector(stopTapped), for: .touchUpInside)
    }

    @objc private func stopTapped() {
        spinner.stopAnimating()
        extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
    }
}

class RowView: UIView {

    @IBOutlet weak var titleLabel: UILabel!
}
