public import Foundation

/// Is notified when a scroll view scrolls. All methods are optional.
///
/// Source: https://developer.apple.com/documentation/uikit/uiscrollviewdelegate
///
/// ## Difference from Apple
/// Only ``scrollViewDidScroll(_:)`` is called, and only for tables and collection views, because hosts report the
/// visible rows but not the user's movements.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: AnyObject {
    /// Called after the first visible row of a table or collection view has changed.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// Is not called, because hosts do not report when the user begins to drag.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// Is not called, because hosts do not report when the user stops dragging.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// Is not called, because hosts do not report when the user stops dragging.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// Is not called, because hosts do not report how scrolling ends.
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    /// Is not called, because hosts do not report how scrolling ends.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// Is not called, because scrolling by the program has no effect.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// Is not called, because hosts do not report zooming.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    /// Is not called, because hosts do not zoom scroll views.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Does nothing.
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    /// Does nothing.
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Returns no view.
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
}

/// A scroll view, as far as its delegate is concerned.
///
/// The delegate of `UIScrollView` is declared in an extension of this protocol. In this way, subclasses such as
/// `UITableView` can have a delegate of a different type under the same name, which Swift does not allow for a property
/// of a class.
@preconcurrency @MainActor
public protocol ScrollViewDelegating: AnyObject {}

extension ScrollViewDelegating where Self: UIScrollView {
    /// The object that is notified of scrolling. It is not retained.
    public var delegate: (any UIScrollViewDelegate)? {
        get { scrollDelegate }
        set { scrollDelegate = newValue }
    }
}
