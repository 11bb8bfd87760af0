public import Foundation
import OpenViewTree

/// A font of the host.
///
/// Source: https://developer.apple.com/documentation/uikit/uifont
///
/// ## Difference from Apple
/// There is the host's font in its weights, upright, italic and monospaced. A name of another font counts as the host's.
public final class UIFont: NSObject, Sendable {
    /// What a text is for.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let extraLargeTitle = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle")
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
    }

    /// How thick the strokes are.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static let ultraLight = Weight(-0.8)
        public static let thin = Weight(-0.6)
        public static let light = Weight(-0.4)
        public static let regular = Weight(0)
        public static let medium = Weight(0.23)
        public static let semibold = Weight(0.3)
        public static let bold = Weight(0.4)
        public static let heavy = Weight(0.56)
        public static let black = Weight(0.62)
    }

    /// In points; what a text style is before a person's own size.
    public let pointSize: CGFloat
    /// nil for a font of a fixed size.
    let textStyle: ViewTextStyle?
    let weight: ViewFontWeight
    let isItalic: Bool
    let isMonospaced: Bool

    init(
        size: CGFloat, style: ViewTextStyle? = nil, weight: ViewFontWeight = .regular, isItalic: Bool = false,
        isMonospaced: Bool = false
    ) {
        pointSize = size.isFinite && size > 0 ? size : Self.systemFontSize
        textStyle = style
        self.weight = weight
        self.isItalic = isItalic
        self.isMonospaced = isMonospaced
    }

    /// That of texts whose font was not set: the body text of the host, in the size that the person wants.
    static let usual = UIFont(size: 17, style: .body)

    /// The host's font of a size.
    ///
    /// - Parameter name: ignored, except that those of fonts known to be monospaced give such a font.
    public convenience init?(name: String, size: CGFloat) {
        let lowercase = name.lowercased()
        self.init(
            size: size, weight: lowercase.contains("bold") ? .bold : .regular,
            isItalic: lowercase.contains("italic") || lowercase.contains("oblique"),
            isMonospaced: ["menlo", "courier", "mono"].contains { lowercase.contains($0) })
    }

    public static let systemFontSize: CGFloat = 14
    public static let labelFontSize: CGFloat = 17
    public static let buttonFontSize: CGFloat = 18
    public static let smallSystemFontSize: CGFloat = 12

    /// The font of a text style, in the size that the person wants.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        let style = style.viewStyle
        return UIFont(size: style.pointSize, style: style, weight: style == .headline ? .semibold : .regular)
    }

    public static func preferredFont(
        forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        preferredFont(forTextStyle: style)
    }

    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize) }

    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: fontSize, weight: weight.viewWeight)
    }

    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize, weight: .bold) }

    public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize, isItalic: true) }

    public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: fontSize, weight: weight.viewWeight, isMonospaced: true)
    }

    /// The host's font; whether its figures are equally wide is the host's matter.
    public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: fontSize, weight: weight)
    }

    /// The same font in another size.
    public func withSize(_ fontSize: CGFloat) -> UIFont {
        UIFont(size: fontSize, weight: weight, isItalic: isItalic, isMonospaced: isMonospaced)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return pointSize == other.pointSize && textStyle == other.textStyle && weight == other.weight
            && isItalic == other.isItalic && isMonospaced == other.isMonospaced
    }

    public override var hash: Int { pointSize.hashValue ^ Int(weight.rawValue) }

    /// Says it of a node.
    func describe(_ node: inout NodeAttributes) {
        if let textStyle {
            if textStyle != .body { node.set(.textStyle, textStyle) }
        } else {
            node.set(.fontSize, Double(pointSize))
        }
        // A text style has a weight of its own.
        let usual: ViewFontWeight = textStyle == .headline ? .semibold : .regular
        if weight != usual { node.set(.fontWeight, weight) }
        if isItalic { node.set(.isItalic, true) }
        if isMonospaced { node.set(.isMonospaced, true) }
    }
}

extension UIFont.TextStyle {
    fileprivate var viewStyle: ViewTextStyle {
        switch self {
        case .extraLargeTitle, .largeTitle: .largeTitle
        case .title1: .title1
        case .title2: .title2
        case .title3: .title3
        case .headline: .headline
        case .subheadline: .subheadline
        case .callout: .callout
        case .footnote: .footnote
        case .caption1: .caption1
        case .caption2: .caption2
        default: .body
        }
    }
}

extension ViewTextStyle {
    /// At the size of text that people have who have not changed it.
    fileprivate var pointSize: CGFloat {
        switch self {
        case .largeTitle: 34
        case .title1: 28
        case .title2: 22
        case .title3: 20
        case .headline, .body: 17
        case .callout: 16
        case .subheadline: 15
        case .footnote: 13
        case .caption1: 12
        case .caption2: 11
        }
    }
}

extension UIFont.Weight {
    /// The nearest of the nine.
    fileprivate var viewWeight: ViewFontWeight {
        let weights: [(UIFont.Weight, ViewFontWeight)] = [
            (.ultraLight, .ultraLight), (.thin, .thin), (.light, .light), (.regular, .regular), (.medium, .medium),
            (.semibold, .semibold), (.bold, .bold), (.heavy, .heavy), (.black, .black),
        ]
        return weights.min { abs($0.0.rawValue - rawValue) < abs($1.0.rawValue - rawValue) }?.1 ?? .regular
    }
}
