/// A type that answers predicates by itself: what a key of a predicate stands for, asked by name.
///
/// Predicates find stored properties of any value, and what an `Encodable` value encodes. Conform a type to offer more:
/// computed and lazy properties, other names, values that are fetched when somebody asks for them.
///
/// ## Difference from Apple
/// There it is an informal protocol, which the Objective-C runtime gives to every `NSObject`. Linux has no such runtime.
///
/// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/nskeyvaluecoding
public protocol NSKeyValueCoding {
    /// The value for one key, without dots in it.
    ///
    /// - Returns: nil when the value is nil. A key that is unknown is nil too.
    func value(forKey key: String) -> Any?
}

extension NSExtensionItem: NSKeyValueCoding {
    /// The values that activation rules see, and those of ``userInfo``.
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
    /// The values that activation rules see.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "registeredTypeIdentifiers": registeredTypeIdentifiers
        case "suggestedName": suggestedName
        default: nil
        }
    }
}
