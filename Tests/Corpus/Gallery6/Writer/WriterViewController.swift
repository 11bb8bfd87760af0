import UIKit

class WriterViewController: UIViewController, UITextViewDelegate {

    private let textView = UITextView()
    private let progress = UIProgressView(progressViewStyle: .default)
    private let countLabel = UILabel()
    private let lockSwitch = UISwitch()

    override func viewDidLoad() {
        super.viewDidLoad()
        edgesForExtendedLayout = []
        textView.delegate = self
        textView.accessibilityLabel = "Draft"
        textView.text = (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string
        textView.font = UIFont.preferredFont(forTextStyle: .body)
        textView.textContainerInset = UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4)
        lockSwitch.accessibilityLabel = "Lock"
        lockSwitch.addTarget(self, action: #selector(lockChanged(_:)), for: .valueChanged)
        let button = UIButton(type: .system)
        button.setTitle("Return text", for: .normal)
        button.addTarget(self, action: #selector(returnText), for: .touchUpInside)
        let views = ["text": textView, "count": countLabel]
        views.values.forEach {
            $0.translatesAutoresizingMaskIntoConstraints = false
        }
        let stack = UIStackView(arrangedSubviews: [textView, progress, countLabel, lockSwitch, button])
        stack.axis = .vertical
        stack.frame = view.bounds
        view.addSubview(stack)
        let center = NotificationCenter.default
        center.addObserver(self, selector: #selector(keyboardWillShow), name: UIResponder.keyboardWillShowNotification, object: nil)
        center.addObserver(self, selector: #selector(textDidChange(_:)), name: UITextView.textDidChangeNotification, object: textView)
        showCount()
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    @objc func keyboardWillShow(notification: NSNotification) {
        textView.contentInset.bottom = 100
    }

    @objc func textDidChange(_ notification: Notification) {
        countLabel.textColor = .red
    }

    @objc func lockChanged(_ sender: UISwitch) {
        textView.isEditable = !sender.isOn
    }

    func textViewDidChange(_ textView: UITextView) {
        showCount()
    }

    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
        return text.count <= 100
    }

    private func showCount() {
        let count = textView.text.count
        progress.progress = Float(count) / 100
        countLabel.text = "\(count) of 100"
    }

    @objc func returnText() {
        view.endEditing(true)
        let item = NSExtensionItem()
        item.attributedContentText = textView.attributedText
        extensionContext!.completeRequest(returningItems: [item], completionHandler: nil)
    }
}
