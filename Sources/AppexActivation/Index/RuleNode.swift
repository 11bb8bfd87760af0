/// The four levels of a share. A rule asks about the elements of one level by counting those of the level below.
enum RuleLevel: Int, CaseIterable, Comparable {
    /// The registered types of all attachments.
    case types
    /// The attachments of all items.
    case attachments
    /// The items.
    case items
    /// The share as a whole: one element.
    case share

    static func < (left: RuleLevel, right: RuleLevel) -> Bool { left.rawValue < right.rawValue }

    /// The level of the children of this level's elements; `nil` at the bottom.
    var below: RuleLevel? { RuleLevel(rawValue: rawValue - 1) }
}

/// A yes-or-no question that is asked of every element of one level at once. What it refers to by number are nodes that
/// come before it.
enum RuleNode: Hashable {
    case constant(Bool)
    case not(Int32)
    case and(Int32, Int32)
    case or(Int32, Int32)
    /// Level of types: the type conforms to the one with this number.
    case conforms(Int32)
    /// Level of types: the type is the one with this number.
    case equals(Int32)
    /// Some child answers yes to a node of the level below.
    case exists(Int32)
    /// Two counts compare.
    case compare(RuleCount, RuleRelation, RuleCount)
    /// Level of the share: some item has a text.
    case hasText
}

/// A number that a node compares.
enum RuleCount: Hashable {
    case constant(Int32)
    /// The children that answer yes to a node of the level below.
    case children(Int32)
    /// All children.
    case allChildren
    /// All items of the share, at whatever level.
    case items
    /// Level of the share: the attachments of all items that answer yes to a node of theirs.
    case attachments(Int32)
    /// Level of the share: the attachments of all items.
    case allAttachments

    /// The limit of a rule dictionary. No share has as many elements as the largest `Int32`, so larger limits are as
    /// good as this one.
    static func limit(_ number: Int64) -> RuleCount {
        .constant(Int32(clamping: number))
    }
}

/// How two counts compare; the other relations swap or negate.
enum RuleRelation: UInt8, Hashable {
    case less, lessOrEqual, equal, notEqual
}

// MARK: - References

/// What a number in a node is a number of.
enum RuleReference {
    /// A node of the same level, before the one that refers to it.
    case sibling
    /// A node of the level below.
    case child
    /// A node of the level of attachments.
    case attachment
    /// A named type.
    case type
}

extension RuleNode {
    /// The same node with other numbers in it.
    func mapped(_ transform: (RuleReference, Int32) -> Int32) -> RuleNode {
        switch self {
        case .constant, .hasText: self
        case .not(let operand): .not(transform(.sibling, operand))
        case .and(let one, let other): .and(transform(.sibling, one), transform(.sibling, other))
        case .or(let one, let other): .or(transform(.sibling, one), transform(.sibling, other))
        case .conforms(let type): .conforms(transform(.type, type))
        case .equals(let type): .equals(transform(.type, type))
        case .exists(let child): .exists(transform(.child, child))
        case .compare(let left, let relation, let right):
            .compare(left.mapped(transform), relation, right.mapped(transform))
        }
    }
}

extension RuleCount {
    fileprivate func mapped(_ transform: (RuleReference, Int32) -> Int32) -> RuleCount {
        switch self {
        case .constant, .allChildren, .items, .allAttachments: self
        case .children(let node): .children(transform(.child, node))
        case .attachments(let node): .attachments(transform(.attachment, node))
        }
    }
}
