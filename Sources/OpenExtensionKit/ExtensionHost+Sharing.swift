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
        NSExtensionItem.items(sharing: things.map { SharedThing(content: $0) })
    }
}
