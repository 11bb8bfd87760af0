import OpenViewTree

extension UIButton {
    /// What a button shows, and how.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uibutton/configuration
    ///
    /// ## Difference from Apple
    /// Insets, paddings and backgrounds of a configuration are the host's.
    public struct Configuration: Hashable, Sendable {
        private let style: ViewButtonStyle

        /// nil for what the button's action says.
        public var title: String?
        /// A second, smaller line.
        public var subtitle: String?
        public var image: UIImage?
        public var baseForegroundColor: UIColor?
        public var baseBackgroundColor: UIColor?
        public var buttonSize = Size.medium
        public var cornerStyle = CornerStyle.dynamic

        /// How large a button is; hosts decide.
        public enum Size: Int, Sendable {
            case medium, small, mini, large
        }

        /// How round its corners are; hosts decide, except for ``capsule`` and ``fixed``.
        public enum CornerStyle: Int, Sendable {
            case fixed = -1
            case dynamic, small, medium, large, capsule
        }

        private init(_ style: ViewButtonStyle) { self.style = style }

        public static func plain() -> Configuration { Configuration(.plain) }
        public static func borderless() -> Configuration { Configuration(.plain) }
        public static func gray() -> Configuration { Configuration(.gray) }
        public static func bordered() -> Configuration { Configuration(.gray) }
        public static func tinted() -> Configuration { Configuration(.tinted) }
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        public static func filled() -> Configuration { Configuration(.filled) }
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        func describe(_ node: inout NodeAttributes, look: Look) {
            if style != .plain { node.set(.buttonStyle, style) }
            node.set(.text, title ?? look.title)
            node.set(.detail, subtitle)
            node.show(image ?? look.image)
            if let baseForegroundColor { node.set(.textColor, baseForegroundColor.viewColor) }
            if let baseBackgroundColor { node.set(.backgroundColor, baseBackgroundColor.viewColor) }
            // Half of any height there is.
            if cornerStyle == .capsule { node.set(.cornerRadius, 1000) }
        }
    }
}
