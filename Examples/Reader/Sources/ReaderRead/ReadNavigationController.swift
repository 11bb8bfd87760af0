import UIKit

/// The principal class: it gives the view a bar for Done.
final class ReadNavigationController: UINavigationController {
    override func viewDidLoad() {
        super.viewDidLoad()
        setViewControllers([ReadViewController()], animated: false)
    }
}
