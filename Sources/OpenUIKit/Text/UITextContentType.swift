public import Foundation

/// The meaning of a text that the user enters. It has no effect.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextcontenttype
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    /// The name of the meaning.
    public let rawValue: String
    /// Makes a meaning from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name.
    public static let name = UITextContentType(rawValue: "name")
    /// A first name.
    public static let givenName = UITextContentType(rawValue: "given-name")
    /// A last name.
    public static let familyName = UITextContentType(rawValue: "family-name")
    /// A nickname.
    public static let nickname = UITextContentType(rawValue: "nickname")
    /// The name of an organization.
    public static let organizationName = UITextContentType(rawValue: "organization")
    /// A mail address.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// A phone number.
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    /// A URL.
    public static let URL = UITextContentType(rawValue: "url")
    /// The name of an account.
    public static let username = UITextContentType(rawValue: "username")
    /// A password.
    public static let password = UITextContentType(rawValue: "password")
    /// A password for a new account.
    public static let newPassword = UITextContentType(rawValue: "new-password")
    /// A code that is valid once.
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    /// A postal address.
    public static let fullStreetAddress = UITextContentType(rawValue: "street-address")
}

/// The look of a keyboard. It has no effect.
public enum UIKeyboardAppearance: Int, Sendable {
    case `default`, dark, light

    /// The dark look, under its older name.
    public static let alert = UIKeyboardAppearance.dark
}

/// Kinds of data that a text view shows as links. They have no effect.
///
/// Source: https://developer.apple.com/documentation/uikit/uidatadetectortypes
public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
    /// The bits of the kinds.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Phone numbers.
    public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
    /// Links and mail addresses.
    public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
    /// Postal addresses.
    public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
    /// Dates.
    public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
    /// All kinds.
    public static let all = UIDataDetectorTypes(rawValue: .max)
}

/// The area of a text. Its properties have no effect; hosts lay out text.
///
/// Source: https://developer.apple.com/documentation/uikit/nstextcontainer
@preconcurrency @MainActor
public final class NSTextContainer: NSObject {
    /// The space at both ends of lines in points.
    public var lineFragmentPadding: CGFloat = 5
    /// The maximum number of lines; 0 for no limit.
    public var maximumNumberOfLines = 0
    /// The way in which lines that are too long are shortened.
    public var lineBreakMode = NSLineBreakMode.byWordWrapping
}
