/// A type that provides the values for the keys of predicates.
///
/// Predicates find stored properties of any value, and what an `Encodable` value encodes. Conform a type to offer more:
/// computed and lazy properties, other names, or values that are fetched on demand.
///
/// ## Difference from Apple
/// Apple's is an informal protocol, which the Objective-C runtime implements for every `NSObject`. Linux has no such
/// runtime.
///
/// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/nskeyvaluecoding
public protocol NSKeyValueCoding {
    /// The value for one key, which contains no dots.
    ///
    /// - Returns: nil if the value is nil or the key is unknown.
    func value(forKey key: String) -> Any?
}

extension NSExtensionItem: NSKeyValueCoding {
    /// The values that activation rules use, and those of ``userInfo``.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "attributedTitle": attributedTitle
        case "attributedContentText": attributedContentText
        case "attachments": attachments
        case "userInfo": userInfo
        default: nil
        }
    }
}

extension NSItemProvider: NSKeyValueCoding {
    /// The values that activation rules use.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "registeredTypeIdentifiers": registeredTypeIdentifiers
        case "suggestedName": suggestedName
        default: nil
        }
    }
}
