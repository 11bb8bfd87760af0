public import Foundation
import OpenViewTree

extension UIButton {
    /// The content and style of a button.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uibutton/configuration
    ///
    /// ## Difference from Apple
    /// Insets, padding and the place of the image are up to the host.
    public struct Configuration: Hashable, Sendable {
        private let style: ViewButtonStyle

        /// The title; `nil` for the title that was set on the button or comes from its action.
        public var title: String?
        /// A second, smaller line; `nil` for none.
        public var subtitle: String?
        /// The image; `nil` for the image that was set on the button or comes from its action.
        public var image: UIImage?
        /// The colour of the title; `nil` for the host's choice.
        public var baseForegroundColor: UIColor?
        /// The background colour; `nil` for the host's choice.
        public var baseBackgroundColor: UIColor?
        /// The size of the button. It has no effect; hosts decide.
        public var buttonSize = Size.medium
        /// The shape of the corners. Only ``CornerStyle/capsule`` has an effect.
        public var cornerStyle = CornerStyle.dynamic

        /// The background. Its colour, corners and stroke are shown.
        public var background = UIBackgroundConfiguration()
        /// A title with styles, of which the text is shown instead of ``title``; `nil` for none.
        public var attributedTitle: AttributedString?
        /// The text of ``subtitle``, with styles that are not shown.
        public var attributedSubtitle: AttributedString? {
            get { subtitle.map { AttributedString($0) } }
            set { subtitle = newValue.map { String($0.characters) } }
        }
        /// Whether the button shows a symbol of activity in place of its image; `false` by default.
        public var showsActivityIndicator = false
        /// The configuration of a symbol, of which the colour is shown; `nil` for that of the image.
        public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
        /// The space around the content in points. It has no effect; hosts decide.
        public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
        /// The space between image and title in points. It has no effect; hosts decide.
        public var imagePadding: CGFloat = 0
        /// The edge at which the image is. It has no effect; hosts decide.
        public var imagePlacement = NSDirectionalRectEdge.leading
        /// The space between title and subtitle in points. It has no effect; hosts decide.
        public var titlePadding: CGFloat = 1
        /// How title and subtitle are aligned. It has no effect; hosts decide.
        public var titleAlignment = TitleAlignment.automatic
        /// How a long title is cut. It has no effect; hosts decide.
        public var titleLineBreakMode = NSLineBreakMode.byWordWrapping
        /// How a long subtitle is cut. It has no effect; hosts decide.
        public var subtitleLineBreakMode = NSLineBreakMode.byWordWrapping
        /// Whether the button adapts to its state. It has no effect; hosts decide.
        public var automaticallyUpdateForSelection = true

        /// How title and subtitle are aligned; hosts decide.
        public enum TitleAlignment: Int, Sendable {
            case automatic, leading, center, trailing
        }

        /// Sets the insets to those that the style has by default.
        public mutating func setDefaultContentInsets() {
            contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
        }

        /// Returns the configuration without changes.
        ///
        /// ## Difference from Apple
        /// Hosts adapt a button to its state.
        @MainActor
        public func updated(for button: UIButton) -> Configuration { self }

        /// The size of a button; hosts decide.
        public enum Size: Int, Sendable {
            case medium, small, mini, large
        }

        /// The shape of a button's corners. Hosts decide, except for ``capsule``.
        public enum CornerStyle: Int, Sendable {
            case fixed = -1
            case dynamic, small, medium, large, capsule
        }

        private init(_ style: ViewButtonStyle) { self.style = style }

        /// A button that shows its title without a background.
        public static func plain() -> Configuration { Configuration(.plain) }
        /// A button without a border; the same style as ``plain()``.
        public static func borderless() -> Configuration { Configuration(.plain) }
        /// A button with a grey background.
        public static func gray() -> Configuration { Configuration(.gray) }
        /// A button with a border; the same style as ``gray()``.
        public static func bordered() -> Configuration { Configuration(.gray) }
        /// A button with a pale background in the tint colour.
        public static func tinted() -> Configuration { Configuration(.tinted) }
        /// A button with a border in the tint colour; the same style as ``tinted()``.
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        /// A button with a background in the tint colour.
        public static func filled() -> Configuration { Configuration(.filled) }
        /// A prominent button; the same style as ``filled()``.
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        func describe(_ node: inout NodeAttributes, look: Look) {
            if style != .plain { node.set(.buttonStyle, style) }
            node.set(.text, attributedTitle.map { String($0.characters) } ?? title ?? look.title)
            node.set(.detail, subtitle)
            let image = showsActivityIndicator ? UIImage(systemName: "clock") : image ?? look.image
            node.show(preferredSymbolConfigurationForImage.flatMap { image?.applyingSymbolConfiguration($0) } ?? image)
            if let baseForegroundColor { node.set(.textColor, baseForegroundColor.viewColor) }
            if let baseBackgroundColor { node.set(.backgroundColor, baseBackgroundColor.viewColor) }
            background.describe(&node)
            // Hosts reduce a radius to half the height.
            if cornerStyle == .capsule { node.set(.cornerRadius, 1000) }
        }
    }
}
