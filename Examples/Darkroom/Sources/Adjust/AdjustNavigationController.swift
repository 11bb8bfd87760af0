import UIKit

/// The principal class: it gives the view a bar for Cancel and Done.
final class AdjustNavigationController: UINavigationController {
    override func viewDidLoad() {
        super.viewDidLoad()
        setViewControllers([AdjustViewController()], animated: false)
    }
}
