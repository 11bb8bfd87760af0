import UIKit

class FirstStepViewController: UIViewController {

    @IBOutlet weak var summaryLabel: UILabel!
    var choice: String?

    override func viewDidLoad() {
        super.viewDidLoad()
        summaryLabel.text = "Nothing chosen"
    }

    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
        return identifier != "finish" || choice != nil
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        super.prepare(for: segue, sender: sender)
        if segue.identifier == "details", let details = segue.destination as? DetailsViewController {
            details.text = (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string ?? ""
        }
    }

    @IBAction func unwindToFirst(_ segue: UIStoryboardSegue) {
        choice = (segue.source as? DetailsViewController)?.choice
        summaryLabel.text = "Chosen \(choice ?? "")"
    }

    @IBAction func post(_ sender: UIBarButtonItem) {
        extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
    }

    @IBAction func help() {
        performSegue(withIdentifier: "help", sender: self)
    }
}

class DetailsViewController: UIViewController {

    @IBOutlet weak var textLabel: UILabel!
    var text = ""
    private(set) var choice = ""

    override func viewDidLoad() {
        super.viewDidLoad()
        textLabel.text = "About “\(text)”"
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        choice = (sender as? UIButton)?.currentTitle ?? "?"
    }
}

class HelpViewController: UIViewController {

    @IBAction func close(_ sender: Any?) {
        dismiss(animated: true, completion: nil)
    }
}
