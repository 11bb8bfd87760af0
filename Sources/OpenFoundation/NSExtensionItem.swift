import AppexProtocol
import AppexWire
@_exported public import Foundation

/// An item that a host sends to an extension, or an extension returns: a title, a text and attachments.
///
/// The three properties are stored in ``userInfo`` under the keys `NSExtensionItemAttributedTitleKey`,
/// `NSExtensionItemAttributedContentTextKey` and `NSExtensionItemAttachmentsKey`: assigning `userInfo` replaces them, and
/// assigning one of them changes `userInfo`.
///
/// Of titles, texts and `userInfo`, only property-list values, URLs, UUIDs, sizes, errors and attributed texts are sent to
/// another process or archived; the same rule applies to the values of text attributes.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensionitem
open class NSExtensionItem: NSObject, NSCopying, NSSecureCoding {
    /// The keys that stand for properties.
    static let propertyKeys: Set<String> = [
        NSExtensionItemAttributedTitleKey, NSExtensionItemAttributedContentTextKey, NSExtensionItemAttachmentsKey,
    ]

    private var storage: [AnyHashable: Any] = [:]

    /// A title for the whole item.
    open var attributedTitle: NSAttributedString? {
        get { storage[NSExtensionItemAttributedTitleKey] as? NSAttributedString }
        set { storage[NSExtensionItemAttributedTitleKey] = newValue?.copy() }
    }

    /// The text of the item.
    open var attributedContentText: NSAttributedString? {
        get { storage[NSExtensionItemAttributedContentTextKey] as? NSAttributedString }
        set { storage[NSExtensionItemAttributedContentTextKey] = newValue?.copy() }
    }

    /// The attachments. Each is a separate piece of content; the formats of one piece belong to one provider.
    open var attachments: [NSItemProvider]? {
        get { storage[NSExtensionItemAttachmentsKey] as? [NSItemProvider] }
        set { storage[NSExtensionItemAttachmentsKey] = newValue }
    }

    /// All values of the item: its properties, and those that the host has added under its own keys.
    open var userInfo: [AnyHashable: Any]? {
        get { storage.isEmpty ? nil : storage }
        set { storage = newValue ?? [:] }
    }

    public override init() {
        super.init()
    }

    /// Returns a shallow copy: both items share their attachments.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSExtensionItem()
        copy.storage = storage
        return copy
    }

    public static var supportsSecureCoding: Bool { true }

    private static let codingKey = "item"

    /// Archives the item without its attachments, whose content belongs to other processes. Archives nothing if the item
    /// exceeds the limits for items that are sent to another process.
    ///
    /// ## Difference from Apple
    /// The archive contains one value in the format of this package, because `NSKeyedUnarchiver` on Linux ends the process
    /// if an archive contains an object of an unexpected class.
    open func encode(with coder: NSCoder) {
        // `failWithError` is not used, because it ends the process on Linux.
        guard let bytes = try? ItemDescription(self).wireBytes() else { return }
        coder.encode(Data(bytes) as NSData, forKey: Self.codingKey)
    }

    /// Unarchives an item.
    ///
    /// - Returns: nil if the archive does not contain an item.
    public required convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.codingKey) as Data?,
            let description = try? ItemDescription(wireBytes: [UInt8](data))
        else { return nil }
        self.init(description)
    }
}

/// The key of ``NSExtensionItem/attributedTitle`` in `userInfo`.
public let NSExtensionItemAttributedTitleKey = "NSExtensionItemAttributedTitleKey"
/// The key of ``NSExtensionItem/attributedContentText`` in `userInfo`.
public let NSExtensionItemAttributedContentTextKey = "NSExtensionItemAttributedContentTextKey"
/// The key of ``NSExtensionItem/attachments`` in `userInfo`.
public let NSExtensionItemAttachmentsKey = "NSExtensionItemAttachmentsKey"
/// The key for errors about single items, in the `userInfo` of the error of `cancelRequest(withError:)`: a dictionary
/// from input items to `NSError`s. In the error that the host receives, the keys are the host's own items.
public let NSExtensionItemsAndErrorsKey = "NSExtensionItemsAndErrorsKey"
/// The key, in the dictionary that an extension loads as `com.apple.property-list`, of what the `run` function of its
/// JavaScript file has passed to `completionFunction`: a dictionary.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensionjavascriptpreprocessingresultskey
public let NSExtensionJavaScriptPreprocessingResultsKey: String = "NSExtensionJavaScriptPreprocessingResultsKey"
/// The key, in the dictionary that an extension returns as `com.apple.property-list`, of the argument of the `finalize`
/// function of its JavaScript file: a dictionary. Without such an item, `finalize` is not called.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensionjavascriptfinalizeargumentkey
public let NSExtensionJavaScriptFinalizeArgumentKey: String = "NSExtensionJavaScriptFinalizeArgumentKey"
