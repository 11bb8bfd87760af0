public import Foundation
import OpenViewTree

/// The properties of a font.
///
/// Source: https://developer.apple.com/documentation/uikit/uifontdescriptor
///
/// ## Difference from Apple
/// It describes only fonts of the host: their size, and whether they are bold, italic or monospaced.
public final class UIFontDescriptor: NSObject, Sendable {
    /// Traits of a font.
    public struct SymbolicTraits: OptionSet, Hashable, Sendable {
        /// The bits of the traits.
        public let rawValue: UInt32
        /// Makes traits from their bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The font is italic.
        public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
        /// The font is bold.
        public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
        /// All characters are equally wide.
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    }

    /// The design of the system's font. Only ``monospaced`` has an effect.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        /// The name of the design.
        public let rawValue: String
        /// Makes a design from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The usual design.
        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        /// A design with round ends of strokes.
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
        /// A design with serifs.
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        /// A design with characters that are equally wide.
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    let font: UIFont

    init(_ font: UIFont) { self.font = font }

    /// Returns the description of the font of a text style.
    public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFontDescriptor(.preferredFont(forTextStyle: style))
    }

    /// The size in points.
    public var pointSize: CGFloat { font.pointSize }

    /// Whether the font is bold, italic or monospaced.
    public var symbolicTraits: SymbolicTraits {
        var traits: SymbolicTraits = []
        if font.isBold { traits.insert(.traitBold) }
        if font.isItalic { traits.insert(.traitItalic) }
        if font.isMonospaced { traits.insert(.traitMonoSpace) }
        return traits
    }

    /// Returns the description of a font that has exactly some traits. It never returns `nil`.
    public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        let isBold = symbolicTraits.contains(.traitBold)
        return UIFontDescriptor(
            UIFont(
                size: font.pointSize, style: font.textStyle,
                weight: isBold ? font.isBold ? font.weight : .bold : .regular,
                isItalic: symbolicTraits.contains(.traitItalic),
                isMonospaced: symbolicTraits.contains(.traitMonoSpace)))
    }

    /// Returns the description of a font of a size in points.
    public func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { UIFontDescriptor(font.withSize(newPointSize)) }

    /// Returns the description of a font of a design. It never returns `nil`.
    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        UIFontDescriptor(
            UIFont(
                size: font.pointSize, style: font.textStyle, weight: font.weight, isItalic: font.isItalic,
                isMonospaced: design == .monospaced))
    }
}

extension UIFont {
    /// Makes the font of a description.
    ///
    /// - Parameter pointSize: the size in points; 0 for that of the description.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        let font = descriptor.font
        let isSame = pointSize <= 0 || pointSize == font.pointSize
        self.init(
            size: isSame ? font.pointSize : pointSize, style: isSame ? font.textStyle : nil, weight: font.weight,
            isItalic: font.isItalic, isMonospaced: font.isMonospaced)
    }

    /// The properties of the font.
    public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(self) }

    /// The name of the host's font.
    public var fontName: String { isMonospaced ? ".SystemFontMonospaced" : ".SystemFont" }

    /// The family of the host's font.
    public var familyName: String { fontName }

    /// The height of a line in points: an estimate of 1.2 times the size, because the font is the host's.
    public var lineHeight: CGFloat { (pointSize * 1.2).rounded(.up) }

    /// The height above the baseline in points: an estimate of 0.95 times the size, because the font is the host's.
    public var ascender: CGFloat { pointSize * 0.95 }

    /// The depth below the baseline in points, as a negative number: an estimate of a quarter of the size.
    public var descender: CGFloat { pointSize * -0.25 }

    /// The height of capital letters in points: an estimate of 0.7 times the size, because the font is the host's.
    public var capHeight: CGFloat { pointSize * 0.7 }

    /// The height of the letter x in points: an estimate of half the size, because the font is the host's.
    public var xHeight: CGFloat { pointSize * 0.5 }

    /// The space between lines in points: always 0, because it is a part of ``lineHeight``.
    public var leading: CGFloat { 0 }
}
