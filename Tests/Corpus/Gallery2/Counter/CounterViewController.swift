import UIKit

extension Notification.Name {
    static let countDidChange = Notification.Name("countDidChange")
}

class CounterViewController: UIViewController {

    private lazy var stepper: UIStepper = {
        let stepper = UIStepper()
        stepper.maximumValue = 10
        stepper.addTarget(self, action: #selector(stepperChanged(_:)), for: .valueChanged)
        return stepper
    }()
    private lazy var segments: UISegmentedControl = {
        let control = UISegmentedControl(items: ["Words", "Letters"])
        control.selectedSegmentIndex = 0
        control.addTarget(self, action: #selector(self.segmentChanged), for: .valueChanged)
        return control
    }()
    private let label = UILabel()
    private let countLabel = UILabel()

    override func loadView() {
        let stack = UIStackView(arrangedSubviews: [label, segments, stepper, countLabel])
        stack.axis = .vertical
        stack.alignment = .leading
        stack.spacing = 8
        view = stack
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        stepper.accessibilityLabel = "Repeat"
        title = "Counter"
        label.isUserInteractionEnabled = true
        label.addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(labelTapped(_:))))
        NotificationCenter.default.addObserver(self, selector: #selector(countDidChange(_:)),
                                               name: .countDidChange, object: nil)
        segmentChanged()

        let done = UIButton(type: .custom)
        done.setTitle("Done", for: UIControl.State())
        done.addTarget(nil, action: #selector(doneTapped), for: .touchUpInside)
        (view as? UIStackView)?.addArrangedSubview(done)
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    private var text: String {
        return (extensionContext?.inputItems.first as? NSExtensionItem)?.attributedContentText?.string ?? ""
    }

    @objc func segmentChanged() {
        let count = segments.selectedSegmentIndex == 0 ? text.split(separator: " ").count : text.count
        label.text = "\(count) \(segments.selectedSegmentIndex == 0 ? "words" : "letters")"
    }

    @objc func stepperChanged(_ sender: UIStepper) {
        NotificationCenter.default.post(name: .countDidChange, object: self, userInfo: ["count": Int(sender.value)])
    }

    @objc private func countDidChange(_ notification: Notification) {
        countLabel.text = "Repeated \(notification.userInfo?["count"] as? Int ?? 0) times"
    }

    @objc func labelTapped(_ recognizer: UITapGestureRecognizer) {
        countLabel.text = "Tapped"
    }

    @objc func doneTapped() {
        extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
    }
}
