public import Foundation
import OpenViewTree

extension UIImage {
    /// Whether a picture is drawn in its own colours or in the tint colour.
    public enum RenderingMode: Int, Sendable {
        case automatic, alwaysOriginal, alwaysTemplate
    }

    /// How the middle of a resizable picture fills its area. It has no effect.
    public enum ResizingMode: Int, Sendable {
        case tile, stretch
    }

    /// A configuration of a picture.
    open class Configuration: NSObject, @unchecked Sendable {}  // It has no properties.

    /// The size, weight and colours of a symbol.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiimage/symbolconfiguration-swift.class
    ///
    /// ## Difference from Apple
    /// Hosts draw symbols as large and as heavy as the text beside them. Only the first colour of a palette and the
    /// colour of a hierarchy are shown, in image views and buttons.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {  // All properties are constants.
        let color: UIColor?

        init(color: UIColor?) { self.color = color }

        /// Makes a configuration with a size in points, which has no effect.
        public convenience init(pointSize: CGFloat) { self.init(color: nil) }
        /// Makes a configuration with a size in points and a weight, which have no effect.
        public convenience init(pointSize: CGFloat, weight: SymbolWeight) { self.init(color: nil) }
        /// Makes a configuration with a size in points, a weight and a scale, which have no effect.
        public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) { self.init(color: nil) }
        /// Makes a configuration with a weight, which has no effect.
        public convenience init(weight: SymbolWeight) { self.init(color: nil) }
        /// Makes a configuration with a scale, which has no effect.
        public convenience init(scale: SymbolScale) { self.init(color: nil) }
        /// Makes a configuration with a text style, which has no effect.
        public convenience init(textStyle: UIFont.TextStyle) { self.init(color: nil) }
        /// Makes a configuration with a text style and a scale, which have no effect.
        public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) { self.init(color: nil) }
        /// Makes a configuration with a font, which has no effect.
        public convenience init(font: UIFont) { self.init(color: nil) }
        /// Makes a configuration with a font and a scale, which have no effect.
        public convenience init(font: UIFont, scale: SymbolScale) { self.init(color: nil) }
        /// Makes a configuration with a colour for all layers of a symbol.
        public convenience init(hierarchicalColor: UIColor) { self.init(color: hierarchicalColor) }
        /// Makes a configuration with colours for the layers of a symbol, of which the first one is shown.
        public convenience init(paletteColors: [UIColor]) { self.init(color: paletteColors.first) }

        /// Makes a configuration that shows a symbol in its own colours, which hosts do not have.
        public static func preferringMulticolor() -> SymbolConfiguration { SymbolConfiguration(color: nil) }
        /// Makes a configuration that shows a symbol in one colour.
        public static func preferringMonochrome() -> SymbolConfiguration { SymbolConfiguration(color: nil) }

        /// Returns this configuration with the properties that another one has.
        public func applying(_ otherConfiguration: SymbolConfiguration?) -> SymbolConfiguration {
            SymbolConfiguration(color: otherConfiguration?.color ?? color)
        }
    }

    /// The thickness of a symbol's strokes. It has no effect.
    public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    /// The size of a symbol in relation to text. It has no effect.
    public enum SymbolScale: Int, Sendable {
        case `default` = -1
        case unspecified, small, medium, large
    }

    /// A symbol with a configuration; `nil` if hosts do not have it.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        guard let symbol = UIImage(systemName: name) else { return nil }
        self.init(symbol.content, scale: symbol.scale)
        style.color = (configuration as? SymbolConfiguration)?.color
    }

    /// A symbol; `nil` if hosts do not have it. The traits have no effect.
    public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) {
        self.init(systemName: name)
    }

    /// A picture out of a bundle; `nil` if it is not there. The traits have no effect.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        self.init(named: name, in: bundle)
    }

    /// A picture out of a bundle; `nil` if it is not there. The configuration has no effect.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        self.init(named: name, in: bundle)
    }

    /// Returns the picture with a configuration.
    public func withConfiguration(_ configuration: Configuration) -> UIImage {
        (configuration as? SymbolConfiguration).flatMap(applyingSymbolConfiguration) ?? self
    }

    /// Returns a symbol with a configuration; `nil` for a picture that is not a symbol.
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        isSymbolImage ? styled { $0.color = configuration.color ?? $0.color } : nil
    }

    /// Returns the picture with a rendering mode.
    ///
    /// ## Difference from Apple
    /// Hosts draw symbols in the tint colour and other pictures in their own colours, whatever the mode is.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { styled { $0.mode = renderingMode } }

    /// The rendering mode; automatic by default.
    public var renderingMode: RenderingMode { style.mode }

    /// Returns the picture with a tint colour, which image views and buttons show if the picture is a symbol.
    public func withTintColor(_ color: UIColor) -> UIImage { styled { $0.color = color } }

    /// Returns the picture with a tint colour, which image views and buttons show if the picture is a symbol, and with a
    /// rendering mode.
    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        styled { ($0.color, $0.mode) = (color, renderingMode) }
    }

    /// Returns the picture itself: the edges have no effect, because hosts scale the whole picture.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage { self }

    /// Returns the picture itself: the edges have no effect, because hosts scale the whole picture.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage { self }

    /// Returns the picture itself, which hosts do not mirror.
    public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { self }

    /// A copy of a picture; one without size for `nil`.
    convenience init(copying image: UIImage?) {
        self.init(image?.content ?? .none, scale: image?.scale ?? 1)
    }

    private func styled(_ change: (inout ImageStyle) -> Void) -> UIImage {
        let image = UIImage(copying: self)
        image.style = style
        change(&image.style)
        return image
    }
}

/// What ``UIImage`` has besides its pixels.
struct ImageStyle: Sendable {
    var mode = UIImage.RenderingMode.automatic
    /// The colour of a symbol; `nil` for the tint colour.
    var color: UIColor?
}
