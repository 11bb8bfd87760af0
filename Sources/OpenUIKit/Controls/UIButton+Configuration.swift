import OpenViewTree

extension UIButton {
    /// The content and style of a button.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uibutton/configuration
    ///
    /// ## Difference from Apple
    /// Insets, padding and background shapes are up to the host.
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
            node.set(.text, title ?? look.title)
            node.set(.detail, subtitle)
            node.show(image ?? look.image)
            if let baseForegroundColor { node.set(.textColor, baseForegroundColor.viewColor) }
            if let baseBackgroundColor { node.set(.backgroundColor, baseBackgroundColor.viewColor) }
            // Hosts reduce a radius to half the height.
            if cornerStyle == .capsule { node.set(.cornerRadius, 1000) }
        }
    }
}
