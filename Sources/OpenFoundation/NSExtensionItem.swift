import AppexProtocol
import AppexWire
@_exported public import Foundation

/// One thing that a host hands to an extension, or an extension hands back: a title, a text and a
/// collection of different attachments.
///
/// The three properties are stored in ``userInfo`` under the keys below, so that assigning
/// `userInfo` replaces them and assigning one of them changes `userInfo`.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensionitem
/// Titles, texts and `userInfo` cross to another process, and into an archive, as far as they consist of
/// property-list values, URLs, UUIDs, sizes, errors and attributed texts; attributes follow the same rule.
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

    /// Different things, not different formats of one thing.
    open var attachments: [NSItemProvider]? {
        get { storage[NSExtensionItemAttachmentsKey] as? [NSItemProvider] }
        set { storage[NSExtensionItemAttachmentsKey] = newValue }
    }

    /// Everything, with what the host adds under keys of its own.
    open var userInfo: [AnyHashable: Any]? {
        get { storage.isEmpty ? nil : storage }
        set { storage = newValue ?? [:] }
    }

    public override init() {
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSExtensionItem()
        copy.storage = storage
        return copy
    }

    public static var supportsSecureCoding: Bool { true }

    private static let codingKey = "item"

    /// Writes everything but the attachments, whose content is with the processes that own them; nothing when
    /// the item is larger than what may cross.
    ///
    /// ## Difference from Apple
    /// The archive holds one value in the format of this package: `NSKeyedUnarchiver` on Linux ends the process
    /// on an archive whose objects are of other classes than expected, so none is left to it.
    open func encode(with coder: NSCoder) {
        // Not `failWithError`: in an archiver on Linux that ends the process.
        guard let bytes = try? ItemDescription(self).wireBytes() else { return }
        coder.encode(Data(bytes) as NSData, forKey: Self.codingKey)
    }

    /// - Returns: nil when the archive holds no item.
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
/// In the `userInfo` of an error given to `cancelRequest(withError:)`: a dictionary from an input item to the
/// `NSError` that is about it. The host finds its own items there.
public let NSExtensionItemsAndErrorsKey = "NSExtensionItemsAndErrorsKey"
