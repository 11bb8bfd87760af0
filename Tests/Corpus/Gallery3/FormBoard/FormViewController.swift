import UIKit

@IBDesignable
class BadgeView: UIView {

    @IBInspectable var count: Int = 0 {
        didSet { label.text = "Badge \(count)" }
    }
    @IBInspectable var caption: String = ""

    private let label = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(label)
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        addSubview(label)
    }
}

class FormViewController: UIViewController, UITextFieldDelegate {

    @IBOutlet weak var nameField: UITextField!
    @IBOutlet weak var notifySwitch: UISwitch!
    @IBOutlet weak var badge: BadgeView!
    @IBOutlet var amountLabels: [UILabel]!
    @IBOutlet private weak var saveButton: UIButton!

    override func viewDidLoad() {
        super.viewDidLoad()
        nameField.delegate = self
        nameField.text = (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string
        saveButton.isEnabled = false
    }

    @IBAction func amountChanged(_ sender: UISlider) {
        let value = Int(sender.value)
        amountLabels.forEach { $0.text = "\($0.tag): \(value)" }
        badge.count = value
        saveButton.isEnabled = value > 0
    }

    @IBAction func notifyChanged(_ sender: UISwitch, forEvent event: UIEvent) {
        badge.isHidden = !sender.isOn
    }

    @IBAction func save(_ sender: Any) {
        let item = NSExtensionItem()
        let name = nameField.text ?? ""
        item.attributedContentText = NSAttributedString(string: "\(name) \(badge.count) \(badge.caption)")
        extensionContext?.completeRequest(returningItems: [item], completionHandler: nil)
    }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        textField.resignFirstResponder()
        return true
    }
}
