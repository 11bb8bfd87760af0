import Foundation

extension NSExtensionItem {
    /// Creates the items for objects that the user shares, as Apple's activity sheet does.
    ///
    /// All objects become attachments of one item, in their order; an `NSExtensionItem` stays a separate item. If there is exactly
    /// one text, it is also the item's `attributedContentText`. Objects of other classes, and files that cannot be read, are left
    /// out.
    ///
    /// - Parameter subject: the item's title; empty for none.
    package static func items(sharing things: [SharedThing], subject: String = "") -> [NSExtensionItem] {
        let plain = NSExtensionItem()
        let attachments = things.compactMap(\.attachment)
        if !attachments.isEmpty { plain.attachments = attachments }
        let texts = things.compactMap(\.text)
        if texts.count == 1 { plain.attributedContentText = texts[0] }
        if !subject.isEmpty, plain.userInfo != nil { plain.attributedTitle = NSAttributedString(string: subject) }
        return (plain.userInfo == nil ? [] : [plain]) + things.compactMap { $0.content as? NSExtensionItem }
    }
}

/// An object that the user shares.
package struct SharedThing {
    /// The object.
    package let content: Any
    /// The uniform type identifier of `Data`; nil for other objects, whose type is known.
    package var dataType: String?

    /// Creates a description of an object.
    package init(content: Any, dataType: String? = nil) {
        self.content = content
        self.dataType = dataType
    }

    fileprivate var text: NSAttributedString? {
        switch content {
        case let text as NSAttributedString: text
        case let text as String: NSAttributedString(string: text)
        default: nil
        }
    }

    fileprivate var attachment: NSItemProvider? {
        switch content {
        case let provider as NSItemProvider: return provider
        case let url as URL:
            return url.isFileURL ? NSItemProvider(contentsOf: url) : NSItemProvider(object: url as NSURL)
        case let data as Data where dataType != nil:
            return NSItemProvider(item: data as NSData, typeIdentifier: dataType)
        default: break
        }
        if let text {
            let provider = NSItemProvider(item: NSString(string: text.string), typeIdentifier: "public.plain-text")
            provider.registerObject(NSString(string: text.string), visibility: .all)
            return provider
        }
        return (content as? any NSItemProviderWriting).map { NSItemProvider(object: $0) }
    }
}
