/// What an activation rule may know of one extension item: the types of its attachments, and whether
/// it has a text. Content never reaches a rule.
package struct ItemTypes: Sendable, Hashable {
    /// For each attachment its registered type identifiers, in the order of registration.
    package var attachments: [[String]]
    /// Whether the item has an `attributedContentText`.
    package var hasText: Bool

    /// Describes an item.
    package init(attachments: [[String]], hasText: Bool = false) {
        self.attachments = attachments
        self.hasText = hasText
    }
}
