/// The gestures that a host recognizes on a node and reports to the extension.
public struct ViewGestures: OptionSet, Sendable {
    /// The bits of the gestures.
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Pressing the node and keeping it pressed; see ``ViewAttribute/holdDelay``.
    public static let hold = Self(rawValue: 1)
    /// Moving a finger, or the mouse with its button pressed, across the node.
    public static let drag = Self(rawValue: 2)
    /// Moving two fingers apart or together.
    public static let pinch = Self(rawValue: 4)
}

/// The progress of a gesture. A gesture begins once, changes any number of times, and then ends or is cancelled.
public enum ViewGesturePhase: UInt8, Sendable, CaseIterable {
    case began, changed, ended
    /// The host has ended the gesture, for instance because another gesture takes its place.
    case cancelled

    /// Whether the gesture is over.
    public var isLast: Bool { self == .ended || self == .cancelled }
}

/// A location in a node, or a distance, as fractions of the size with which the host draws the node.
///
/// The point (0, 0) is the left upper corner of the node and (1, 1) the right lower one, in every reading direction.
/// A gesture may leave the node. In an image node with an image and ``ViewContentMode/scaleAspectFit``, the fractions
/// refer to the rectangle in which the picture is drawn instead of the node, because only the host knows where that is.
public struct ViewPoint: Sendable, Equatable {
    /// The horizontal fraction, which grows to the right.
    public var x: Double
    /// The vertical fraction, which grows downwards.
    public var y: Double

    /// Makes a point from its fractions.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// No distance, or the left upper corner.
    public static let zero = Self(x: 0, y: 0)
    /// The centre of a node.
    public static let center = Self(x: 0.5, y: 0.5)

    /// Whether the point is within the node.
    public var isInside: Bool { (0...1).contains(x) && (0...1).contains(y) }

    /// The nearest point that an event may have; values that are not finite become 0.
    public var bounded: Self {
        func bounded(_ value: Double) -> Double {
            let range = ViewLimits.gestureReach
            return value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 0
        }
        return Self(x: bounded(x), y: bounded(y))
    }

    /// Whether an event may have the point.
    fileprivate var isInReach: Bool { ViewLimits.gestureReach.contains(x) && ViewLimits.gestureReach.contains(y) }
}

extension ViewEvent {
    /// The gesture that the event belongs to and its phase; `nil` for other events.
    public var gesture: (kind: ViewGestures, phase: ViewGesturePhase)? {
        switch self {
        case .hold(let phase, _): (.hold, phase)
        case .drag(let phase, _, _): (.drag, phase)
        case .pinch(let phase, _, _): (.pinch, phase)
        default: nil
        }
    }

    /// Whether the locations, distances and scales of a gesture are finite and within ``ViewLimits``; `true` for other
    /// events.
    package var isInReach: Bool {
        switch self {
        case .hold(_, let location): location.isInReach
        case .drag(_, let location, let translation): location.isInReach && translation.isInReach
        case .pinch(_, let location, let scale): location.isInReach && ViewLimits.pinchScale.contains(scale)
        default: true
        }
    }

    /// Whether the event only reports how far a gesture has come, so that a later one replaces it.
    package var isGestureChange: Bool { gesture?.phase == .changed }
}

extension ViewNode {
    /// The gestures that the host reports for the node.
    public var gestures: ViewGestures { ViewGestures(rawValue: Int32(clamping: integer(.gestures) ?? 0)) }

    /// The seconds for which the node has to be pressed until a hold begins.
    public var holdDelay: Double { number(.holdDelay) ?? 0.5 }
}
