public import Foundation

/// How the place of a text is computed.
///
/// Source: https://developer.apple.com/documentation/uikit/nsstringdrawingoptions
public struct NSStringDrawingOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: Int
    /// Makes options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The text may have several lines.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
    /// The space between lines counts. It has no effect: the space is a part of the height of a line.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
    /// The shapes of the letters count. It has no effect.
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 8)
    /// The text is cut at the height.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// How a text is made smaller. It has no effect.
///
/// Source: https://developer.apple.com/documentation/uikit/nsstringdrawingcontext
open class NSStringDrawingContext: NSObject {
    /// The smallest factor by which a font may be multiplied. It has no effect.
    open var minimumScaleFactor: CGFloat = 0
    /// The factor by which the font was multiplied: always 1.
    open var actualScaleFactor: CGFloat { 1 }
}

extension NSString {
    /// Estimates the place that the text needs.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsstring/boundingrect(with:options:attributes:context:)
    ///
    /// ## Difference from Apple
    /// The size is an estimate from the size of the font, because hosts draw texts in fonts of their own.
    ///
    /// - Parameters:
    ///   - size: the width at which lines are broken, and the height at which the text is cut, in points.
    ///   - options: without `usesLineFragmentOrigin`, the text is not broken into lines of the width.
    ///   - attributes: the font; without one, a font of 12 points.
    ///   - context: has no effect.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
    ) -> CGRect {
        let estimate = TextEstimate(attributes?[.font] as? UIFont)
        let breaks = options.contains(.usesLineFragmentOrigin) && size.width > 0
        let text = String(self)
        let end = estimate.end(of: text, width: breaks ? size.width : .infinity)
        let height = CGFloat(end.lines + 1) * estimate.lineHeight
        let isCut = options.contains(.truncatesLastVisibleLine) && size.height > 0
        return CGRect(x: 0, y: 0, width: end.widest, height: isCut ? min(height, size.height) : height)
    }

    /// Estimates the size of the text without breaking its lines, in points.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsstring/size(withattributes:)
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        boundingRect(with: .zero, attributes: attrs, context: nil).size
    }
}

extension String {
    /// Estimates the place that the text needs; see `NSString.boundingRect(with:options:attributes:context:)`.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
    ) -> CGRect {
        NSString(string: self).boundingRect(with: size, options: options, attributes: attributes, context: context)
    }

    /// Estimates the size of the text without breaking its lines, in points.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        NSString(string: self).size(withAttributes: attrs)
    }
}

extension NSAttributedString {
    /// Estimates the place that the text needs in the font of its first character.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsattributedstring/boundingrect(with:options:context:)
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        let attributes = length > 0 ? self.attributes(at: 0, effectiveRange: nil) : [:]
        return string.boundingRect(with: size, options: options, attributes: attributes, context: context)
    }

    /// Estimates the size of the text without breaking its lines, in points.
    public func size() -> CGSize { boundingRect(with: .zero, context: nil).size }
}
