import OpenExtensionKit
import OpenViewTree

/// The room for a view in the page, and how the person wants to see things.
struct PageTraits: Decodable, Sendable {
    let width: Double
    let height: Double
    let scale: Double
    let isDark: Bool
    let isRightToLeft: Bool
    let language: String
    /// The form of a widget; nil for everything else.
    let isExpanded: Bool?

    /// The same for an extension. What is out of bounds is brought within them by whoever gets it.
    var traits: ViewTraits {
        ViewTraits(
            width: width, height: height, scale: scale, colorScheme: isDark ? .dark : .light,
            isRightToLeft: isRightToLeft, language: language,
            widget: isExpanded.map { ViewTraits.Widget(displayMode: $0 ? .expanded : .compact) })
    }
}
