/// The properties of an extension item on which activation rules depend: the types of its attachments, and whether it
/// has a text. Rules do not depend on content.
package struct ItemTypes: Sendable, Hashable {
    /// The registered type identifiers of each attachment, in the order of registration.
    package var attachments: [[String]]
    /// Whether the item has an `attributedContentText`.
    package var hasText: Bool

    /// Describes an item.
    package init(attachments: [[String]], hasText: Bool = false) {
        self.attachments = attachments
        self.hasText = hasText
    }
}
