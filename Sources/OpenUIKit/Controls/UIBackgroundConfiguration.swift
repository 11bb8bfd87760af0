public import Foundation
import OpenViewTree

/// The background of a button or cell.
///
/// Source: https://developer.apple.com/documentation/uikit/uibackgroundconfiguration-swift.struct
///
/// ## Difference from Apple
/// Buttons and cells of collection views show it; rows of tables do not.
public struct UIBackgroundConfiguration: Hashable, Sendable {
    /// The colour; `nil` for the one that belongs to the style.
    public var backgroundColor: UIColor?
    /// The radius of the corners in points; 0 for those that belong to the style.
    public var cornerRadius: CGFloat = 0
    /// The colour of a line around the background; `nil` for none.
    public var strokeColor: UIColor?
    /// The width of a line around the background in points; 0 for none.
    public var strokeWidth: CGFloat = 0
    /// The distances between the edges and the background in points. They have no effect; hosts decide.
    public var backgroundInsets = NSDirectionalEdgeInsets.zero
    /// A picture, which is not shown.
    public var image: UIImage?

    /// Makes a background that shows nothing of its own.
    public init() {}

    /// Returns a background that shows nothing of its own.
    public static func clear() -> UIBackgroundConfiguration {
        var result = UIBackgroundConfiguration()
        result.backgroundColor = .clear
        return result
    }

    /// Returns the background of a cell.
    public static func listPlainCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
    /// Returns the background of a cell in a group.
    public static func listGroupedCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }

    /// Returns the background of a cell of a list.
    public static func listCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
    /// Returns the background of a cell of a sidebar.
    public static func listSidebarCell() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
    /// Returns the background of a header or footer of a list.
    public static func listHeaderFooter() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }

    func describe(_ node: inout NodeAttributes) {
        if let backgroundColor { node.set(.backgroundColor, backgroundColor.viewColor) }
        if cornerRadius > 0 { node.set(.cornerRadius, Double(cornerRadius)) }
        guard strokeWidth > 0, let strokeColor else { return }
        node.set(.borderWidth, Double(strokeWidth))
        node.set(.borderColor, strokeColor.viewColor)
    }
}
