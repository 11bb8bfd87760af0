public import Foundation

/// What stands in the bar of a navigation controller for one screen.
@MainActor
open class UINavigationItem: NSObject {
    weak var controller: UIViewController?
    open var title: String?
    public init(title: String?) { self.title = title }
}

@MainActor open class UIBarButtonItem: NSObject {}
open class UINavigationController: UIViewController {}
