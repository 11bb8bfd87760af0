public import Foundation

/// What contains a view: a controller.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontentcontainer
///
/// ## Difference from Apple
/// Only the requirements that have an effect here are there.
@preconcurrency @MainActor
public protocol UIContentContainer: NSObjectProtocol {
    /// The size that the content prefers, in points.
    var preferredContentSize: CGSize { get }
    /// Called after a container inside of this one has changed its preferred size.
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    /// Called before the size changes.
    func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
}

extension UIViewController: UIContentContainer {}
