import OpenExtensionKit
import OpenViewTree

/// The size that is available for a view in the page, and the user's display settings.
struct PageTraits: Decodable, Sendable {
    let width: Double
    let height: Double
    let scale: Double
    let isDark: Bool
    let isRightToLeft: Bool
    let language: String
    /// Whether a widget is expanded; nil for other extensions.
    let isExpanded: Bool?

    /// The traits for an extension. The receiver clamps values out of bounds.
    var traits: ViewTraits {
        ViewTraits(
            width: width, height: height, scale: scale, colorScheme: isDark ? .dark : .light,
            isRightToLeft: isRightToLeft, language: language,
            widget: isExpanded.map { ViewTraits.Widget(displayMode: $0 ? .expanded : .compact) })
    }
}
