import Foundation

/// A search bar above the view of a controller, and the state of the search.
///
/// Source: https://developer.apple.com/documentation/uikit/uisearchcontroller
///
/// ## Difference from Apple
/// The bar is above the view of the controller whose navigation item has the search controller, and does not scroll. A
/// controller for results is not presented; the controller itself shows the results.
@preconcurrency @MainActor
open class UISearchController: UIViewController {
    /// The bar in which the user types.
    public let searchBar = UISearchBar()
    /// The controller that was passed to the initializer. It is not shown.
    public let searchResultsController: UIViewController?
    /// The object that shows the results for the text of the search bar.
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    /// The object that is notified when a search begins and ends.
    open weak var delegate: (any UISearchControllerDelegate)?
    /// Has no effect: the content is never obscured.
    open var obscuresBackgroundDuringPresentation = true
    /// Has no effect: the navigation bar stays visible.
    open var hidesNavigationBarDuringPresentation = true
    /// Whether the Cancel button is visible during a search; `true` by default.
    open var automaticallyShowsCancelButton = true

    /// Whether a search is going on: from the moment when the user begins to edit until the Cancel button is pressed.
    /// Setting it to `false` removes the text.
    open var isActive = false {
        didSet {
            guard isActive != oldValue else { return }
            if isActive {
                delegate?.willPresentSearchController(self)
            } else {
                delegate?.willDismissSearchController(self)
            }
            if automaticallyShowsCancelButton { searchBar.showsCancelButton = isActive }
            if !isActive {
                searchBar.text = ""
                searchBar.resignFirstResponder()
            }
            searchResultsUpdater?.updateSearchResults(for: self)
            if isActive {
                delegate?.didPresentSearchController(self)
            } else {
                delegate?.didDismissSearchController(self)
            }
        }
    }

    /// Makes a search controller.
    ///
    /// - Parameter searchResultsController: a controller for results, which is not shown; `nil` if the controller with
    ///   the search bar shows the results.
    public init(searchResultsController: UIViewController?) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
        searchBar.activityHandler = { [weak self] in self?.isActive = $0 }
        searchBar.textHandler = { [weak self] in
            guard let self else { return }
            searchResultsUpdater?.updateSearchResults(for: self)
        }
    }

    /// Returns `nil`, because search controllers are not made from archives.
    public required init?(coder: NSCoder) { nil }
}

/// Shows the results of a search.
///
/// Source: https://developer.apple.com/documentation/uikit/uisearchresultsupdating
@preconcurrency @MainActor
public protocol UISearchResultsUpdating: AnyObject {
    /// Called when the text or the scope of the search bar has changed, and when a search begins or ends.
    func updateSearchResults(for searchController: UISearchController)
}

/// Is notified when a search begins and ends. All methods are optional.
///
/// Source: https://developer.apple.com/documentation/uikit/uisearchcontrollerdelegate
@preconcurrency @MainActor
public protocol UISearchControllerDelegate: AnyObject {
    /// Called before a search begins.
    func willPresentSearchController(_ searchController: UISearchController)
    /// Called after a search has begun.
    func didPresentSearchController(_ searchController: UISearchController)
    /// Called before a search ends.
    func willDismissSearchController(_ searchController: UISearchController)
    /// Called after a search has ended.
    func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    /// Does nothing.
    public func willPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func willDismissSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didDismissSearchController(_ searchController: UISearchController) {}
}

extension UIViewController {
    /// Shows the search bar of the navigation item above the view, in a navigation controller.
    func showSearchBar() {
        guard let search = navigationItem.searchController, let view = viewIfLoaded, parent is UINavigationController
        else { return }
        view.viewAbove = search.searchBar
    }
}
