import UIKit

/// The form, loaded from a storyboard with an outlet and an action.
final class SurveyViewController: UIViewController {
    var titleLabel: UILabel?

    override func viewDidLoad() {
        super.viewDidLoad()
        titleLabel?.text = "Survey of \(extensionContext?.inputItems.count ?? 0)"
    }

    func send() { extensionContext?.completeRequest(returningItems: []) }
}
