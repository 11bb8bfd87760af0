import Foundation
public import OpenFoundation

extension ExtensionHost {
    /// Creates the extension items for objects that the user shares, as Apple's activity sheet does.
    ///
    /// All objects become attachments of one item, in their order:
    ///
    /// | Object | Attachment |
    /// |---|---|
    /// | `String` | `public.plain-text` and `public.utf8-plain-text` |
    /// | `NSAttributedString` | `public.plain-text` and `public.utf8-plain-text`, of its text |
    /// | `URL` of a file | the type of its content, then `public.file-url` |
    /// | any other `URL` | `public.url` |
    /// | `Data` that a ``UIActivityItemSource`` gave a type | that type |
    /// | `NSItemProvider` | the provider itself |
    /// | any other object that conforms to `NSItemProviderWriting` | its writable types |
    ///
    /// If there is exactly one text, it is also the item's `attributedContentText`. An `NSExtensionItem` stays a separate
    /// item. Other objects, such as a `Date`, and files that cannot be read are left out.
    public static func items(sharing things: [Any]) -> [NSExtensionItem] {
        items(sharing: things.map { SharedThing(content: $0) }, subject: "")
    }

    /// Creates the extension items for a share sheet; see ``items(sharing:)``.
    ///
    /// - Parameter subject: the item's title; empty for none.
    static func items(sharing things: [SharedThing], subject: String) -> [NSExtensionItem] {
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
struct SharedThing {
    let content: Any
    /// The uniform type identifier of `Data`; nil for other objects, whose type is known.
    var dataType: String?

    var text: NSAttributedString? {
        switch content {
        case let text as NSAttributedString: text
        case let text as String: NSAttributedString(string: text)
        default: nil
        }
    }

    var attachment: NSItemProvider? {
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
