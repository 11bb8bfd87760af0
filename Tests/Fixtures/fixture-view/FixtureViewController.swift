import Foundation
import OpenUIKit

/// An extension with a view. The text of the first item says which one.
final class FixtureViewController: UIViewController {
    private var wasNil = false

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        wasNil = extensionContext == nil
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    private var name: String {
        (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string ?? ""
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        // What an extension knows when its view is loaded.
        view.accessibilityIdentifier = "origin"
        view.accessibilityLabel = "\(wasNil) \(extensionContext != nil) \(extensionContext?.inputItems.count ?? -1)"
        let content: UIViewController =
            switch name {
            case "navigation": UINavigationController(rootViewController: FormViewController())
            case "many": ManyLabelsController()
            case "table": TableController()
            case "gestures": GestureController()
            case "urls": OpeningController()
            case "sharing": SharingController()
            default: FormViewController()
            }
        addChild(content)
        content.view.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(content.view)
        NSLayoutConstraint.activate([
            content.view.topAnchor.constraint(equalTo: view.topAnchor),
            content.view.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            content.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            content.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        ])
        content.didMove(toParent: self)
    }
}

/// A field, a slider and a switch; a label says what they are, and the button returns it.
final class FormViewController: UIViewController {
    private let field = UITextField()
    private let slider = UISlider()
    private let toggle = UISwitch()
    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Form"
        label.accessibilityIdentifier = "summary"
        field.placeholder = "Name"
        field.addAction(UIAction { [weak self] _ in self?.summarize() }, for: .editingChanged)
        for control in [slider, toggle] {
            control.addAction(UIAction { [weak self] _ in self?.summarize() }, for: .valueChanged)
        }
        let done = UIButton(type: .system, primaryAction: UIAction(title: "Done") { [weak self] _ in self?.finish() })
        let ask = UIButton(type: .system, primaryAction: UIAction(title: "Ask") { [weak self] _ in self?.ask() })
        let stack = UIStackView(arrangedSubviews: [field, slider, toggle, label, ask, done])
        stack.axis = .vertical
        stack.spacing = 8
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: view.layoutMarginsGuide.topAnchor),
            stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
        ])
        summarize()
    }

    private func summarize() { label.text = "\(field.text ?? "") \(slider.value) \(toggle.isOn)" }

    private func ask() {
        let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "No", style: .cancel))
        alert.addAction(UIAlertAction(title: "Yes", style: .default) { [weak self] _ in self?.label.text = "Sure" })
        alert.addAction(UIAlertAction(title: "Hang", style: .default) { _ in while true { sleep(1) } })
        present(alert, animated: true)
    }

    private func finish() {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: label.text ?? "")
        extensionContext?.completeRequest(returningItems: [item])
    }
}

/// Five hundred nodes, of which a button changes one.
final class ManyLabelsController: UIViewController {
    private static let count = 490

    override func viewDidLoad() {
        super.viewDidLoad()
        let labels = (0..<Self.count).map { number in
            let label = UILabel()
            label.text = "Label \(number)"
            return label
        }
        var presses = 0
        let button = UIButton(
            type: .system,
            primaryAction: UIAction(title: "Press") { _ in
                presses += 1
                labels[Self.count / 2].text = "Pressed \(presses)"
            })
        let stack = UIStackView(arrangedSubviews: [button] + labels)
        stack.axis = .vertical
        view.addSubview(stack)
        stack.frame = view.bounds
        stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }
}
