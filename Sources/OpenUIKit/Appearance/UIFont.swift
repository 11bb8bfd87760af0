public import Foundation
import OpenViewTree

/// A font of the host.
///
/// Source: https://developer.apple.com/documentation/uikit/uifont
///
/// ## Difference from Apple
/// There is only the host's font, in nine weights, upright or italic, proportional or monospaced. Other fonts are
/// replaced by it.
public final class UIFont: NSObject, Sendable {
    /// The purpose of a text, which determines its size and weight.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        /// The name of the style.
        public let rawValue: String
        /// Makes a style from its name. An unknown name counts as ``body``.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The title of a large interface; shown as ``largeTitle``.
        public static let extraLargeTitle = TextStyle(rawValue: "UICTFontTextStyleExtraLargeTitle")
        /// The title of a screen; 34 points at the default text size.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// A title of the first level; 28 points at the default text size.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// A title of the second level; 22 points at the default text size.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// A title of the third level; 20 points at the default text size.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// A heading; 17 points, semibold, at the default text size.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// A subheading; 15 points at the default text size.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// Running text; 17 points at the default text size.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// A remark; 16 points at the default text size.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// A footnote; 13 points at the default text size.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// A caption; 12 points at the default text size.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// A smaller caption; 11 points at the default text size.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
    }

    /// The thickness of the strokes, from -1 to 1; hosts draw the nearest of the nine constants.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// The weight as a number; 0 is regular.
        public let rawValue: CGFloat
        /// Makes a weight from a number.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// Makes a weight from a number.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        /// The thinnest weight.
        public static let ultraLight = Weight(-0.8)
        /// A thin weight.
        public static let thin = Weight(-0.6)
        /// A light weight.
        public static let light = Weight(-0.4)
        /// The regular weight.
        public static let regular = Weight(0)
        /// A medium weight.
        public static let medium = Weight(0.23)
        /// A semibold weight.
        public static let semibold = Weight(0.3)
        /// A bold weight.
        public static let bold = Weight(0.4)
        /// A heavy weight.
        public static let heavy = Weight(0.56)
        /// The thickest weight.
        public static let black = Weight(0.62)
    }

    /// The size in points; for a text style, the size at the default text size.
    public let pointSize: CGFloat
    /// `nil` for a font of fixed size.
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

    /// The default font: the host's body text in the size that the user has chosen.
    static let usual = UIFont(size: 17, style: .body)

    /// Makes the host's font in a fixed size. It never returns `nil`.
    ///
    /// - Parameters:
    ///   - name: only tells whether the font is bold, italic or monospaced.
    ///   - size: the size in points; a value that is not positive and finite means ``systemFontSize``.
    public convenience init?(name: String, size: CGFloat) {
        let lowercase = name.lowercased()
        self.init(
            size: size, weight: lowercase.contains("bold") ? .bold : .regular,
            isItalic: lowercase.contains("italic") || lowercase.contains("oblique"),
            isMonospaced: ["menlo", "courier", "mono"].contains { lowercase.contains($0) })
    }

    /// The default size of system text, in points.
    public static let systemFontSize: CGFloat = 14
    /// The default size of labels, in points.
    public static let labelFontSize: CGFloat = 17
    /// The default size of buttons, in points.
    public static let buttonFontSize: CGFloat = 18
    /// The size of small system text, in points.
    public static let smallSystemFontSize: CGFloat = 12

    /// Returns the font of a text style in the size that the user has chosen.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        let style = style.viewStyle
        return UIFont(size: style.pointSize, style: style, weight: style == .headline ? .semibold : .regular)
    }

    /// Returns the font of a text style in the size that the user has chosen. The traits have no effect.
    public static func preferredFont(
        forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont {
        preferredFont(forTextStyle: style)
    }

    /// Returns the host's font in a size in points. A size that is not positive and finite means ``systemFontSize``.
    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize) }

    /// Returns the host's font in a weight and a size in points.
    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: fontSize, weight: weight.viewWeight)
    }

    /// Returns the host's bold font in a size in points.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize, weight: .bold) }

    /// Returns the host's italic font in a size in points.
    public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(size: fontSize, isItalic: true) }

    /// Returns the host's monospaced font in a weight and a size in points.
    public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: fontSize, weight: weight.viewWeight, isMonospaced: true)
    }

    /// Returns the host's font in a weight and a size in points. Whether digits are equally wide is up to the host.
    public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: fontSize, weight: weight)
    }

    /// Returns the font in a fixed size in points. A text style is lost.
    public func withSize(_ fontSize: CGFloat) -> UIFont {
        UIFont(size: fontSize, weight: weight, isItalic: isItalic, isMonospaced: isMonospaced)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return pointSize == other.pointSize && textStyle == other.textStyle && weight == other.weight
            && isItalic == other.isItalic && isMonospaced == other.isMonospaced
    }

    public override var hash: Int { pointSize.hashValue ^ Int(weight.rawValue) }

    /// Sets the attributes of a node.
    func describe(_ node: inout NodeAttributes) {
        if let textStyle {
            if textStyle != .body { node.set(.textStyle, textStyle) }
        } else {
            node.set(.fontSize, Double(pointSize))
        }
        // The weight that belongs to the text style is the default.
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
    /// The size at the default text size.
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
    /// The nearest of the nine weights.
    fileprivate var viewWeight: ViewFontWeight {
        let weights: [(UIFont.Weight, ViewFontWeight)] = [
            (.ultraLight, .ultraLight), (.thin, .thin), (.light, .light), (.regular, .regular), (.medium, .medium),
            (.semibold, .semibold), (.bold, .bold), (.heavy, .heavy), (.black, .black),
        ]
        return weights.min { abs($0.0.rawValue - rawValue) < abs($1.0.rawValue - rawValue) }?.1 ?? .regular
    }
}
