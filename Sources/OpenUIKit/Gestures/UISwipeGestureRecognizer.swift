import Foundation
import OpenViewTree

/// Detects that the user drags over a view in one direction.
///
/// Source: https://developer.apple.com/documentation/uikit/uiswipegesturerecognizer
///
/// ## Difference from Apple
/// The gesture is recognized when the finger is lifted, whatever its speed, if it has moved by 50 points or a quarter of the
/// view.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Directions of movement.
    public struct Direction: OptionSet, Hashable, Sendable {
        /// The bits of the directions.
        public let rawValue: UInt
        /// Makes directions from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upwards.
        public static let up = Direction(rawValue: 4)
        /// Downwards.
        public static let down = Direction(rawValue: 8)
    }

    private static let distance: CGFloat = 50

    /// The directions that are recognized; to the right by default.
    open var direction = Direction.right
    private var hasBegun = false

    override var gesture: ViewGestures { .drag }

    override func handle(_ event: ViewEvent) {
        guard isEnabled, case .drag(let phase, let location, let translation) = event else { return }
        switch phase {
        case .began: hasBegun = mayBegin(at: location)
        case .ended where hasBegun:
            hasBegun = false
            if let found = Self.direction(of: translation.bounded, in: space), direction.contains(found) { recognize() }
        case .cancelled: hasBegun = false
        default: break
        }
    }

    /// The direction of a movement; `nil` if it is too short.
    private static func direction(of translation: ViewPoint, in space: CGRect) -> Direction? {
        let (x, y) = (translation.x * space.width, translation.y * space.height)
        let isHorizontal = abs(x) >= abs(y)
        let length = isHorizontal ? abs(x) : abs(y)
        guard length > 0, length >= min(distance, (isHorizontal ? space.width : space.height) / 4) else { return nil }
        return isHorizontal ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
    }
}
