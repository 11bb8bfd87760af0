public import Foundation
import OpenViewTree

/// A colour of a layer.
///
/// ## Difference from Apple
/// Core Graphics does not exist on Linux: it is another name of `UIColor`, whose `cgColor` is the colour itself.
public typealias CGColor = UIColor

/// The corners and border of a view.
///
/// Source: https://developer.apple.com/documentation/quartzcore/calayer
///
/// ## Difference from Apple
/// There is no Core Animation and no Core Graphics: colours are `UIColor`s, whose `cgColor` is the colour itself, and
/// layers have no sublayers.
@preconcurrency @MainActor
public final class CALayer {
    weak var owner: UIView?

    // MARK: Properties that hosts show

    /// The radius of the corners in points; 0 or less for square corners.
    public var cornerRadius: CGFloat = 0 { didSet { owner?.setNeedsRendering() } }
    /// The corners that ``cornerRadius`` rounds.
    ///
    /// ## Difference from Apple
    /// Hosts round all corners or none: any corner in the set rounds all of them, and an empty set none.
    public var maskedCorners: CACornerMask = .all { didSet { owner?.setNeedsRendering() } }
    /// The width of the border in points; 0 or less for no border.
    public var borderWidth: CGFloat = 0 { didSet { owner?.setNeedsRendering() } }
    /// The colour of the border; `nil` for black.
    public var borderColor: UIColor? { didSet { owner?.setNeedsRendering() } }
    /// The background colour of a view that has no `backgroundColor` itself.
    public var backgroundColor: UIColor? { didSet { owner?.setNeedsRendering() } }

    // MARK: Properties of the view

    /// The opacity of the view, from 0 to 1.
    public var opacity: Float {
        get { Float(owner?.alpha ?? 1) }
        set { owner?.alpha = CGFloat(newValue) }
    }
    /// Whether the view is hidden.
    public var isHidden: Bool {
        get { owner?.isHidden ?? false }
        set { owner?.isHidden = newValue }
    }
    /// The rectangle of the view in its superview, in points.
    public var frame: CGRect {
        get { owner?.frame ?? .zero }
        set { owner?.frame = newValue }
    }
    /// The rectangle of the view in its own coordinates, in points.
    public var bounds: CGRect {
        get { owner?.bounds ?? .zero }
        set { owner?.bounds = newValue }
    }

    // MARK: Properties without an effect

    /// Has no effect: hosts always clip at rounded corners.
    public var masksToBounds = false
    /// Has no effect: hosts decide on the curve of corners.
    public var cornerCurve = CALayerCornerCurve.circular
    /// Has no effect, because the host draws.
    public var isOpaque = false
    /// Has no effect: hosts draw no shadows.
    public var shadowColor: UIColor? = .black
    /// Has no effect: hosts draw no shadows.
    public var shadowOpacity: Float = 0
    /// Has no effect: hosts draw no shadows.
    public var shadowOffset = CGSize(width: 0, height: -3)
    /// Has no effect: hosts draw no shadows.
    public var shadowRadius: CGFloat = 3
    /// Has no effect: subviews are drawn in their order.
    public var zPosition: CGFloat = 0
    /// Has no effect, because the host draws.
    public var shouldRasterize = false
    /// Has no effect, because the host draws.
    public var rasterizationScale: CGFloat = 1
    /// Has no effect, because the host draws.
    public var contentsScale: CGFloat = 1
    /// A name for the program's own use.
    public var name: String?

    /// Schedules an update of the host. Changes of properties do so by themselves.
    public func setNeedsDisplay() { owner?.setNeedsRendering() }

    /// Has no effect, because nothing is animated.
    public func removeAllAnimations() {}

    func describe(_ node: inout NodeAttributes) {
        if cornerRadius > 0, !maskedCorners.isEmpty { node.set(.cornerRadius, Double(cornerRadius)) }
        guard borderWidth > 0 else { return }
        node.set(.borderWidth, Double(borderWidth))
        node.set(.borderColor, (borderColor ?? .black).viewColor)
    }
}

/// Corners of a layer.
///
/// Source: https://developer.apple.com/documentation/quartzcore/cacornermask
public struct CACornerMask: OptionSet, Hashable, Sendable {
    /// The bits of the corners.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The corner at the top left.
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    /// The corner at the top right.
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    /// The corner at the bottom left.
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    /// The corner at the bottom right.
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
    static let all = CACornerMask(rawValue: 15)
}

/// The curve of rounded corners. It has no effect.
///
/// Source: https://developer.apple.com/documentation/quartzcore/calayercornercurve
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    /// The name of the curve.
    public let rawValue: String
    /// Makes a curve from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A part of a circle.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// A smoother curve.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}
