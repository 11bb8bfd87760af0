public import Foundation
import OpenViewTree

/// The background of a cell as a value.
///
/// Source: https://developer.apple.com/documentation/uikit/uibackgroundconfiguration-swift.struct
///
/// ## Difference from Apple
/// The standard backgrounds are those of the host, so their colours are `nil`. There are no background images.
public struct UIBackgroundConfiguration: Hashable, Sendable {
    /// The colour; `nil` for the host's choice.
    public var backgroundColor: UIColor?
    /// The radius of the corners in points.
    public var cornerRadius: CGFloat = 0
    /// The colour of the border; `nil` for black.
    public var strokeColor: UIColor?
    /// The width of the border in points; 0 for no border.
    public var strokeWidth: CGFloat = 0

    private init(_ color: UIColor? = nil) { backgroundColor = color }

    /// A transparent background.
    public static func clear() -> Self { Self(.clear) }
    /// The background of a cell of a list.
    public static func listCell() -> Self { Self() }
    /// The background of a cell of a plain list.
    public static func listPlainCell() -> Self { Self() }
    /// The background of a cell of a grouped list.
    public static func listGroupedCell() -> Self { Self() }
    /// The background of a cell of a sidebar.
    public static func listSidebarCell() -> Self { Self() }
    /// The background of a header or footer of a list.
    public static func listHeaderFooter() -> Self { Self() }

    @MainActor
    func describe(_ node: inout NodeAttributes) {
        if let backgroundColor { node.set(.backgroundColor, backgroundColor.viewColor) }
        if cornerRadius > 0 { node.set(.cornerRadius, Double(cornerRadius)) }
        guard strokeWidth > 0 else { return }
        node.set(.borderWidth, Double(strokeWidth))
        node.set(.borderColor, (strokeColor ?? .black).viewColor)
    }
}
