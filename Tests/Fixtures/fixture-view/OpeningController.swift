import Foundation
import OpenUIKit

/// A field for a URL, and the ways to open it.
final class OpeningController: UIViewController {
    private let field = UITextField()
    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        let open = UIButton(type: .system, primaryAction: UIAction(title: "Open") { [weak self] _ in self?.open() })
        let climb = UIButton(type: .system)
        climb.setTitle("Climb", for: .normal)
        climb.addTarget(self, action: Selector("climb:"), for: .touchUpInside)
        let stray = UIButton(type: .system)
        stray.setTitle("Stray", for: .normal)
        stray.addTarget(self, action: Selector("stray"), for: .touchUpInside)
        let stack = UIStackView(arrangedSubviews: [field, label, open, climb, stray])
        stack.axis = .vertical
        view = stack
    }

    /// Opens the URL in the field, twice. Only the first is in response to the button.
    private func open() {
        guard let url = URL(string: field.text ?? ""), let context = parent?.extensionContext else { return }
        Task {
            let first = await context.open(url)
            let second = await context.open(url)
            label.text = "opened \(first) \(second)"
        }
    }

    /// Changes the label on another thread, as code without isolation does in a completion handler.
    func stray() { performSelector(inBackground: "label:", with: "opened elsewhere") }

    func show(_ text: String) { label.text = text }

    /// Opens the URL in the field with the app object at the end of the responder chain.
    func climb(_ sender: UIButton) {
        var responder: UIResponder? = self
        while let next = responder, !(next is UIApplication) { responder = next.next }
        guard let url = URL(string: field.text ?? ""), let application = responder as? UIApplication else { return }
        application.open(url) { self.label.text = "climbed \($0)" }
    }
}
