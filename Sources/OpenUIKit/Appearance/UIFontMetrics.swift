public import Foundation

/// Scales fonts and lengths with the text size that the user has chosen.
///
/// Source: https://developer.apple.com/documentation/uikit/uifontmetrics
///
/// ## Difference from Apple
/// All text styles scale like body text. Without traits, the size is that of the view that was last shown.
public final class UIFontMetrics: NSObject, Sendable {
    /// The metrics of body text.
    public static let `default` = UIFontMetrics(forTextStyle: .body)

    /// Makes the metrics of a text style.
    public init(forTextStyle textStyle: UIFont.TextStyle) {}

    /// Returns a length in points that grows with the text size; `value` at the default text size.
    public func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }

    /// Returns a length in points that grows with the text size of some traits; `value` at the default text size.
    public func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
        let category = (traitCollection ?? .current).preferredContentSizeCategory
        return value * (Self.bodySizes[category] ?? 17) / 17
    }

    /// Returns a font in a fixed size that suits the text size.
    public func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }

    /// Returns a font in a fixed size that suits the text size of some traits.
    public func scaledFont(for font: UIFont, compatibleWith traitCollection: UITraitCollection?) -> UIFont {
        scaledFont(for: font, maximumPointSize: 0, compatibleWith: traitCollection)
    }

    /// Returns a font in a fixed size that suits the text size, up to a size in points; 0 for no limit.
    public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        scaledFont(for: font, maximumPointSize: maximumPointSize, compatibleWith: nil)
    }

    /// Returns a font in a fixed size that suits the text size of some traits, up to a size in points; 0 for no limit.
    public func scaledFont(
        for font: UIFont, maximumPointSize: CGFloat, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        let size = scaledValue(for: font.pointSize, compatibleWith: traitCollection)
        return font.withSize(maximumPointSize > 0 ? min(size, maximumPointSize) : size)
    }

    /// The sizes of body text in points.
    private static let bodySizes: [UIContentSizeCategory: CGFloat] = [
        .extraSmall: 14, .small: 15, .medium: 16, .large: 17, .extraLarge: 19, .extraExtraLarge: 21,
        .extraExtraExtraLarge: 23, .accessibilityMedium: 28, .accessibilityLarge: 33, .accessibilityExtraLarge: 40,
        .accessibilityExtraExtraLarge: 47, .accessibilityExtraExtraExtraLarge: 53,
    ]
}
