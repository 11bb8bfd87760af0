import OpenExtensionKit
package import OpenViewTree

/// The size that is available for a view in the page, and the user's display settings.
package struct PageTraits: Decodable, Sendable {
    /// The width in points.
    package let width: Double
    /// The height in points.
    package let height: Double
    /// The number of pixels of a point.
    package let scale: Double
    /// Whether the page is dark.
    package let isDark: Bool
    /// Whether the language is written from right to left.
    package let isRightToLeft: Bool
    /// The language as an identifier of BCP 47.
    package let language: String
    /// Whether a widget is expanded; nil for other extensions.
    package let isExpanded: Bool?

    /// The traits for an extension. The receiver clamps values out of bounds.
    package var traits: ViewTraits {
        ViewTraits(
            width: width, height: height, scale: scale, colorScheme: isDark ? .dark : .light,
            isRightToLeft: isRightToLeft, language: language,
            widget: isExpanded.map { ViewTraits.Widget(displayMode: $0 ? .expanded : .compact) })
    }
}
