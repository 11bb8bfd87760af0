import UIKit

/// The form, built in code. The storyboard of the other extension describes the same views.
final class SurveyViewController: UIViewController {
    private let titleLabel = UILabel()
    private let form = UIStackView()

    override func viewDidLoad() {
        super.viewDidLoad()
        titleLabel.text = "Survey"
        titleLabel.font = .preferredFont(forTextStyle: .title2)
        form.axis = .vertical
        form.spacing = 8
        form.translatesAutoresizingMaskIntoConstraints = false
        form.addArrangedSubview(titleLabel)
        for number in 1...20 { form.addArrangedSubview(row(number)) }
        let button = UIButton(type: .system)
        button.setTitle("Send", for: .normal)
        button.addAction(UIAction { [weak self] _ in self?.send() }, for: .touchUpInside)
        form.addArrangedSubview(button)
        view.backgroundColor = .systemBackground
        view.addSubview(form)
        let guide = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            form.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 16),
            guide.trailingAnchor.constraint(equalTo: form.trailingAnchor, constant: 16),
            form.topAnchor.constraint(equalTo: guide.topAnchor, constant: 16),
        ])
        titleLabel.text = "Survey of \(extensionContext?.inputItems.count ?? 0)"
    }

    private func row(_ number: Int) -> UIStackView {
        let label = UILabel()
        label.text = "Question \(number)"
        label.font = .systemFont(ofSize: 17)
        let answer = UISwitch()
        answer.isOn = true
        let row = UIStackView(arrangedSubviews: [label, answer])
        row.spacing = 8
        return row
    }

    private func send() { extensionContext?.completeRequest(returningItems: []) }
}
