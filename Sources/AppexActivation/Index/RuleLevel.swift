/// The four levels of a share. A condition on an element of one level counts elements of the level below.
enum RuleLevel: Int, CaseIterable {
    /// The registered types of all attachments.
    case types
    /// The attachments of all items.
    case attachments
    /// The items.
    case items
    /// The share as a whole: one element.
    case share

    /// The level of the children of this level's elements; `nil` at the bottom.
    var below: RuleLevel? { RuleLevel(rawValue: rawValue - 1) }
}
