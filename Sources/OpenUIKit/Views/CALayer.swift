public import Foundation
import OpenViewTree

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

    /// The radius of the corners in points; 0 or less for square corners.
    public var cornerRadius: CGFloat = 0 { didSet { owner?.setNeedsRendering() } }
    /// The width of the border in points; 0 or less for no border.
    public var borderWidth: CGFloat = 0 { didSet { owner?.setNeedsRendering() } }
    /// The colour of the border; `nil` for black.
    public var borderColor: UIColor? { didSet { owner?.setNeedsRendering() } }
    /// The background colour of a view that has no `backgroundColor` itself.
    public var backgroundColor: UIColor? { didSet { owner?.setNeedsRendering() } }
    /// Has no effect: hosts always clip at rounded corners.
    public var masksToBounds = false

    func describe(_ node: inout NodeAttributes) {
        if cornerRadius > 0 { node.set(.cornerRadius, Double(cornerRadius)) }
        guard borderWidth > 0 else { return }
        node.set(.borderWidth, Double(borderWidth))
        node.set(.borderColor, (borderColor ?? .black).viewColor)
    }
}
