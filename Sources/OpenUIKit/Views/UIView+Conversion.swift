public import Foundation

/// Conversions between the coordinates of views. They use the frames that were set: the host positions views that
/// stack views or constraints arrange, and their frames stay as they are.
///
/// Source: https://developer.apple.com/documentation/uikit/uiview
extension UIView {
    /// Converts a point from this view's coordinates to those of another view.
    ///
    /// - Parameters:
    ///   - point: a point in ``bounds``.
    ///   - view: the other view; `nil` for the outermost superview. It should have the same outermost superview.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let own = originOnScreen
        let other = (view ?? outermost).originOnScreen
        return CGPoint(x: point.x + own.x - other.x, y: point.y + own.y - other.y)
    }

    /// Converts a point from another view's coordinates to those of this view.
    ///
    /// - Parameters:
    ///   - point: a point in the bounds of the other view.
    ///   - view: the other view; `nil` for the outermost superview. It should have the same outermost superview.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        (view ?? outermost).convert(point, to: self)
    }

    /// Converts a rectangle from this view's coordinates to those of another view.
    ///
    /// - Parameters:
    ///   - rect: a rectangle in ``bounds``.
    ///   - view: the other view; `nil` for the outermost superview. It should have the same outermost superview.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, to: view), size: rect.size)
    }

    /// Converts a rectangle from another view's coordinates to those of this view.
    ///
    /// - Parameters:
    ///   - rect: a rectangle in the bounds of the other view.
    ///   - view: the other view; `nil` for the outermost superview. It should have the same outermost superview.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, from: view), size: rect.size)
    }

    /// The origin of the view in the coordinates of its outermost superview.
    private var originOnScreen: CGPoint {
        var origin = CGPoint.zero
        for view in ancestors where view.superview != nil {
            origin.x += view.frame.minX
            origin.y += view.frame.minY
        }
        return origin
    }

    private var outermost: UIView {
        var view = self
        while let superview = view.superview { view = superview }
        return view
    }
}
