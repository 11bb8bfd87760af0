public import Foundation

/// The layout of the lines of a text. Hosts do not show it.
///
/// Source: https://developer.apple.com/documentation/uikit/nsparagraphstyle
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
    fileprivate struct Values: Hashable {
        var alignment = NSTextAlignment.natural
        var lineSpacing: CGFloat = 0
        var paragraphSpacing: CGFloat = 0
        var paragraphSpacingBefore: CGFloat = 0
        var firstLineHeadIndent: CGFloat = 0
        var headIndent: CGFloat = 0
        var tailIndent: CGFloat = 0
        var lineBreakMode = NSLineBreakMode.byWordWrapping
        var minimumLineHeight: CGFloat = 0
        var maximumLineHeight: CGFloat = 0
        var lineHeightMultiple: CGFloat = 0
    }

    fileprivate var values = Values()

    /// A style with the default values.
    public class var `default`: NSParagraphStyle { NSParagraphStyle() }

    /// Makes a style with the default values.
    public override init() { super.init() }

    /// The alignment of lines.
    open var alignment: NSTextAlignment { values.alignment }
    /// The space between lines in points.
    open var lineSpacing: CGFloat { values.lineSpacing }
    /// The space below a paragraph in points.
    open var paragraphSpacing: CGFloat { values.paragraphSpacing }
    /// The way in which lines that are too long are shortened.
    open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }

    /// Returns a style with the same values that does not change.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSParagraphStyle()
        copy.values = values
        return copy
    }

    /// Returns an `NSMutableParagraphStyle` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = NSMutableParagraphStyle()
        copy.values = values
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }
    open override var hash: Int { values.hashValue }
}

/// The layout of the lines of a text, which can be changed. Hosts do not show it.
///
/// Source: https://developer.apple.com/documentation/uikit/nsmutableparagraphstyle
open class NSMutableParagraphStyle: NSParagraphStyle {
    open override var alignment: NSTextAlignment {
        get { values.alignment }
        set { values.alignment = newValue }
    }
    open override var lineSpacing: CGFloat {
        get { values.lineSpacing }
        set { values.lineSpacing = newValue }
    }
    open override var paragraphSpacing: CGFloat {
        get { values.paragraphSpacing }
        set { values.paragraphSpacing = newValue }
    }
    open override var lineBreakMode: NSLineBreakMode {
        get { values.lineBreakMode }
        set { values.lineBreakMode = newValue }
    }
    /// The space above a paragraph in points.
    open var paragraphSpacingBefore: CGFloat {
        get { values.paragraphSpacingBefore }
        set { values.paragraphSpacingBefore = newValue }
    }
    /// The indent of the first line in points.
    open var firstLineHeadIndent: CGFloat {
        get { values.firstLineHeadIndent }
        set { values.firstLineHeadIndent = newValue }
    }
    /// The indent of the other lines in points.
    open var headIndent: CGFloat {
        get { values.headIndent }
        set { values.headIndent = newValue }
    }
    /// The indent at the ends of lines in points.
    open var tailIndent: CGFloat {
        get { values.tailIndent }
        set { values.tailIndent = newValue }
    }
    /// The minimum height of lines in points.
    open var minimumLineHeight: CGFloat {
        get { values.minimumLineHeight }
        set { values.minimumLineHeight = newValue }
    }
    /// The maximum height of lines in points; 0 for no limit.
    open var maximumLineHeight: CGFloat {
        get { values.maximumLineHeight }
        set { values.maximumLineHeight = newValue }
    }
    /// The factor of the height of lines; 0 for the natural height.
    open var lineHeightMultiple: CGFloat {
        get { values.lineHeightMultiple }
        set { values.lineHeightMultiple = newValue }
    }
}

extension NSAttributedString.Key {
    /// An ``NSParagraphStyle``, which hosts do not show.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// The space between characters in points, which hosts do not show.
    public static let kern = NSAttributedString.Key("NSKern")
    /// A `UIColor` behind the text, which hosts do not show.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// The displacement from the baseline in points, which hosts do not show.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// The `UIColor` of a line under text, which hosts do not show.
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    /// The `UIColor` of a line through text, which hosts do not show.
    public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
    /// The `UIColor` of the outline of characters, which hosts do not show.
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    /// The width of the outline of characters, which hosts do not show.
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
}
