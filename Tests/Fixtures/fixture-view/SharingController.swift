import Foundation
import OpenUIKit

/// A field with a text, and a button that shares it in a sheet of the host.
final class SharingController: UIViewController {
    private let field = UITextField()
    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        let share = UIButton(type: .system, primaryAction: UIAction(title: "Share") { [weak self] _ in self?.share() })
        let stack = UIStackView(arrangedSubviews: [field, label, share])
        stack.axis = .vertical
        view = stack
    }

    /// Shares the text, and then another one. Only the first is in response to the button.
    private func share() {
        let data = NSItemProvider(item: Data((field.text ?? "").utf8) as NSData, typeIdentifier: "org.example.note")
        let sheet = UIActivityViewController(activityItems: [field.text ?? "", data], applicationActivities: nil)
        sheet.excludedActivityTypes = [UIActivity.ActivityType("org.example.Excluded")]
        sheet.completionWithItemsHandler = { [weak self] type, isCompleted, items, error in
            self?.show(
                "\(type?.rawValue ?? "nothing") \(isCompleted) \(error == nil)", items?.first as? NSExtensionItem)
        }
        let second = UIActivityViewController(activityItems: ["again"], applicationActivities: nil)
        second.completionWithItemsHandler = { [weak self] type, _, items, _ in
            self?.label.accessibilityLabel = "again \(type?.rawValue ?? "nothing") \(items?.count ?? -1)"
        }
        present(sheet, animated: true)
        present(second, animated: true)
    }

    /// Shows what became of the text, and the data that came back.
    private func show(_ outcome: String, _ item: NSExtensionItem?) {
        guard let provider = item?.attachments?.last else { return label.text = "shared \(outcome)" }
        provider.loadDataRepresentation(forTypeIdentifier: "org.example.note") { data, _ in
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            DispatchQueue.main.async { MainActor.assumeIsolated { self.label.text = "shared \(outcome) \(text)" } }
        }
    }
}
