public import Foundation

/// The place of a popover. It has no effect: hosts show popovers as cards.
///
/// Source: https://developer.apple.com/documentation/uikit/uipopoverpresentationcontroller
@preconcurrency @MainActor
public final class UIPopoverPresentationController: UIPresentationController {
    /// The view that the arrow points to.
    public weak var sourceView: UIView?
    /// The rectangle in ``sourceView`` that the arrow points to, in points.
    public var sourceRect = CGRect.null
    /// The button that the arrow points to.
    public weak var barButtonItem: UIBarButtonItem?
    /// The directions of the arrow.
    public var permittedArrowDirections = UIPopoverArrowDirection.any
}

/// Directions of a popover's arrow.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
    /// The bits of the directions.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upwards.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// Downwards.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// To the left.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// To the right.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// Any direction.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}
