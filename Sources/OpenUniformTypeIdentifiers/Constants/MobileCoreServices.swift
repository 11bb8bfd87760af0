// The constants of Apple's older framework that extensions use most. Sources that were written before `UTType` import
// `MobileCoreServices`, which the package Frameworks has.

/// The identifier of any property list, and of what the JavaScript file of an extension hands over.
///
/// ## Difference from Apple
/// A `String` in place of a `CFString`. `kUTTypePropertyList as String` compiles in both cases.
public let kUTTypePropertyList: String = "com.apple.property-list"

/// The identifier of a URL.
///
/// ## Difference from Apple
/// A `String` in place of a `CFString`. `kUTTypeURL as String` compiles in both cases.
public let kUTTypeURL: String = "public.url"

/// The identifier of text with or without markup.
///
/// ## Difference from Apple
/// A `String` in place of a `CFString`. `kUTTypeText as String` compiles in both cases.
public let kUTTypeText: String = "public.text"

/// The identifier of text without markup, in an unspecified encoding.
///
/// ## Difference from Apple
/// A `String` in place of a `CFString`. `kUTTypePlainText as String` compiles in both cases.
public let kUTTypePlainText: String = "public.plain-text"

/// The identifier of any image.
///
/// ## Difference from Apple
/// A `String` in place of a `CFString`. `kUTTypeImage as String` compiles in both cases.
public let kUTTypeImage: String = "public.image"
