public import Foundation
import OpenViewTree

/// Corners and borders of a view.
///
/// Source: https://developer.apple.com/documentation/quartzcore/calayer
///
/// ## Difference from Apple
/// There is no Core Animation and no Core Graphics: colours are `UIColor`s, for which `cgColor` is another name, and
/// layers have no layers in them.
@MainActor
public final class CALayer {
    weak var owner: UIView?

    /// Points.
    public var cornerRadius: CGFloat = 0 { didSet { owner?.setNeedsRendering() } }
    /// Points.
    public var borderWidth: CGFloat = 0 { didSet { owner?.setNeedsRendering() } }
    public var borderColor: UIColor? { didSet { owner?.setNeedsRendering() } }
    /// Counts when the view has none.
    public var backgroundColor: UIColor? { didSet { owner?.setNeedsRendering() } }
    /// Hosts always cut at rounded corners.
    public var masksToBounds = false

    func describe(_ node: inout NodeAttributes) {
        if cornerRadius > 0 { node.set(.cornerRadius, Double(cornerRadius)) }
        guard borderWidth > 0 else { return }
        node.set(.borderWidth, Double(borderWidth))
        node.set(.borderColor, (borderColor ?? .black).viewColor)
    }
}
