public import Foundation

/// Styles that a text may have. Hosts show these and no others.
extension NSAttributedString.Key {
    /// A `UIFont`: whether it is bold, italic or monospaced counts, its size does not.
    public static let font = NSAttributedString.Key("NSFont")
    /// A `UIColor`.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// An `NSUnderlineStyle`'s number.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// An `NSUnderlineStyle`'s number.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// A `URL` or a text: shown as a link, which leads nowhere.
    public static let link = NSAttributedString.Key("NSLink")
}

/// Lines under and through a text; hosts draw one line for all of them.
public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let single = NSUnderlineStyle(rawValue: 1)
    public static let thick = NSUnderlineStyle(rawValue: 2)
    public static let double = NSUnderlineStyle(rawValue: 9)
}
