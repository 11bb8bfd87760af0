import UIKit
import NotificationCenter

class CountViewController: UIViewController, NCWidgetProviding {

    @IBOutlet private var countLabel: UILabel!
    private let defaults = UserDefaults(suiteName: "group.com.example.Gallery3")!

    override func viewDidLoad() {
        super.viewDidLoad()
        extensionContext?.widgetLargestAvailableDisplayMode = .compact
        update()
    }

    private func update() {
        countLabel.text = "\(defaults.integer(forKey: "cups")) cups"
    }

    @IBAction func add(_ sender: UIButton) {
        defaults.set(defaults.integer(forKey: "cups") + 1, forKey: "cups")
        update()
    }

    func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) {
        update()
        completionHandler(.newData)
    }

    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize) {
        preferredContentSize = maxSize
    }
}
