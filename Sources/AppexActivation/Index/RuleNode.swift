/// A condition that is evaluated for all elements of one level together. The numbers that it contains refer to
/// preceding nodes, or to nodes of a level below. It is small, because there are tens of thousands.
struct RuleNode: Hashable {
    /// The kind of a condition.
    enum Operation: UInt8 {
        /// Never holds.
        case never
        /// Always holds.
        case always
        /// A node does not hold.
        case not
        /// All of some nodes of the level hold. They are a range of the level's operands.
        case all
        /// One of some nodes of the level holds.
        case any
        /// Level of types: the type conforms to a named one.
        case conforms
        /// Level of types: the type equals a named one.
        case equals
        /// The condition holds for one of the counted elements.
        case exists
        /// The condition holds for all counted elements.
        case every
        /// Two counts compare.
        case less, lessOrEqual, equal, notEqual
        /// Level of the share: some item has a text.
        case hasText
    }

    let operation: Operation
    private let leftKind: RuleCount.Kind
    private let rightKind: RuleCount.Kind
    private let leftNumber: Int32
    private let rightNumber: Int32

    /// Creates a condition on counts.
    init(_ operation: Operation, _ left: RuleCount = .constant(0), _ right: RuleCount = .constant(0)) {
        self.operation = operation
        (leftKind, leftNumber) = (left.kind, left.number)
        (rightKind, rightNumber) = (right.kind, right.number)
    }

    /// Creates a condition on a node or a type with a number, or on a range of operands.
    init(_ operation: Operation, of number: Int32, count: Int32 = 0) {
        self.init(operation, .constant(number), .constant(count))
    }

    /// The node or type, or the first of the operands.
    var number: Int32 { leftNumber }
    /// The range of the operands in those of the level.
    var operands: Range<Int> { Int(leftNumber)..<Int(leftNumber) + Int(rightNumber) }
    /// What is counted, or the left side of a comparison.
    var left: RuleCount { RuleCount(kind: leftKind, number: leftNumber) }
    /// The right side of a comparison.
    var right: RuleCount { RuleCount(kind: rightKind, number: rightNumber) }
}

/// A number that nodes compare.
struct RuleCount: Hashable {
    enum Kind: UInt8 {
        /// The number itself.
        case constant
        /// The children for which the node of the level below with the number holds.
        case children
        /// All children.
        case allChildren
        /// All items of the share, at whatever level.
        case items
        /// Level of the share: the attachments of all items for which the node with the number holds.
        case attachments
        /// Level of the share: the attachments of all items.
        case allAttachments
    }

    let kind: Kind
    let number: Int32

    static func constant(_ number: Int32) -> RuleCount { RuleCount(kind: .constant, number: number) }
    static func children(_ node: Int32) -> RuleCount { RuleCount(kind: .children, number: node) }
    static let allChildren = RuleCount(kind: .allChildren, number: 0)
    static let items = RuleCount(kind: .items, number: 0)
    static func attachments(_ node: Int32) -> RuleCount { RuleCount(kind: .attachments, number: node) }
    static let allAttachments = RuleCount(kind: .allAttachments, number: 0)

    /// The limit of a rule dictionary, clamped. No share has as many elements as the largest `Int32`.
    static func limit(_ number: Int64) -> RuleCount { .constant(Int32(clamping: number)) }
}
