import NotificationCenter
import UIKit

final class ScoreViewController: UIViewController, NCWidgetProviding {
    private let scores = [("Reds", 3), ("Blues", 2), ("Greens", 1)]
    private let stack = UIStackView()
    private let updated = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        extensionContext?.widgetLargestAvailableDisplayMode = .expanded
        stack.axis = .vertical
        stack.distribution = .equalSpacing
        stack.frame = view.bounds
        stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(stack)
        updated.text = "Never updated"
        show(count: 1)
    }

    private func show(count: Int) {
        stack.arrangedSubviews.forEach { $0.removeFromSuperview() }
        for (name, goals) in scores.prefix(count) {
            let label = UILabel()
            label.text = "\(name): \(goals)"
            label.font = .monospacedDigitSystemFont(ofSize: 15, weight: .regular)
            stack.addArrangedSubview(label)
        }
        stack.addArrangedSubview(updated)
    }

    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize) {
        let isCompact = activeDisplayMode == .compact
        preferredContentSize = isCompact ? maxSize : CGSize(width: maxSize.width, height: 200)
        show(count: isCompact ? 1 : scores.count)
    }

    func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) {
        updated.text = "Updated"
        completionHandler(.newData)
    }
}
