import Foundation
public import OpenFoundation

extension ExtensionHost {
    /// What to hand over when a user shares things, as Apple's activity sheet does it.
    ///
    /// Everything goes into one item with an attachment for each thing, in their order:
    ///
    /// | Thing | Attachment |
    /// |---|---|
    /// | `String` | `public.plain-text` and `public.utf8-plain-text` |
    /// | `NSAttributedString` | the same, of its text |
    /// | `URL` of a file | the type of its content, then `public.file-url` |
    /// | another `URL` | `public.url` |
    /// | `Data` that a ``UIActivityItemSource`` gave a type | that type |
    /// | `NSItemProvider` | itself |
    /// | another object that conforms to `NSItemProviderWriting` | what it can be written as |
    ///
    /// A text is also the item's `attributedContentText` when it is the only one. An `NSExtensionItem` stays an item of
    /// its own. Anything else, such as a `Date`, is left out, and so is a file that cannot be read.
    public static func items(sharing things: [Any]) -> [NSExtensionItem] {
        items(sharing: things.map { SharedThing(content: $0) }, subject: "")
    }

    /// The same for a share sheet.
    ///
    /// - Parameter subject: becomes the item's title; empty for none.
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

/// Something that a user shares.
struct SharedThing {
    let content: Any
    /// The uniform type of data; nil for what says itself what it is.
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
