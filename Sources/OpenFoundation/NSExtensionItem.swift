@_exported public import Foundation

/// One thing that a host hands to an extension, or an extension hands back: a title, a text and a
/// collection of different attachments.
///
/// The three properties are stored in ``userInfo`` under the keys below, so that assigning
/// `userInfo` replaces them and assigning one of them changes `userInfo`.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensionitem
open class NSExtensionItem: NSObject, NSCopying {
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

    /// Everything, with what the host adds under keys of its own. Values that are no property-list
    /// values or URLs do not cross to another process.
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
}

/// The key of ``NSExtensionItem/attributedTitle`` in `userInfo`.
public let NSExtensionItemAttributedTitleKey = "NSExtensionItemAttributedTitleKey"
/// The key of ``NSExtensionItem/attributedContentText`` in `userInfo`.
public let NSExtensionItemAttributedContentTextKey = "NSExtensionItemAttributedContentTextKey"
/// The key of ``NSExtensionItem/attachments`` in `userInfo`.
public let NSExtensionItemAttachmentsKey = "NSExtensionItemAttachmentsKey"
/// In the `userInfo` of an error given to `cancelRequest(withError:)`: a dictionary from item to error.
public let NSExtensionItemsAndErrorsKey = "NSExtensionItemsAndErrorsKey"
