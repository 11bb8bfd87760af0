/// A yes-or-no question that is asked of every element of one level at once. What it refers to by number are nodes that
/// come before it, or of a level below. Small and flat, because there are tens of thousands.
struct RuleNode: Hashable {
    /// What is asked.
    enum Operation: UInt8 {
        /// No.
        case never
        /// Yes.
        case always
        /// The opposite of a node's answer.
        case not
        /// Every one of some nodes of the level says yes; they are a stretch of ``RuleProgram/operands``.
        case all
        /// One of some nodes of the level says yes.
        case any
        /// Level of types: the type conforms to a named one.
        case conforms
        /// Level of types: the type is a named one.
        case equals
        /// One of those that are counted says yes.
        case exists
        /// All of those that are counted say yes.
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

    /// A question about counts.
    init(_ operation: Operation, _ left: RuleCount = .constant(0), _ right: RuleCount = .constant(0)) {
        self.operation = operation
        (leftKind, leftNumber) = (left.kind, left.number)
        (rightKind, rightNumber) = (right.kind, right.number)
    }

    /// A question about a node or a type with a number, or about a stretch of operands.
    init(_ operation: Operation, of number: Int32, count: Int32 = 0) {
        self.init(operation, .constant(number), .constant(count))
    }

    /// The node or type, or the first of the operands.
    var number: Int32 { leftNumber }
    /// The numbers of operands in ``RuleProgram/operands``.
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
        /// The children that answer yes to the node of the level below with the number.
        case children
        /// All children.
        case allChildren
        /// All items of the share, at whatever level.
        case items
        /// Level of the share: the attachments of all items that answer yes to the node of theirs with the number.
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

    /// The limit of a rule dictionary. No share has as many elements as the largest `Int32`, so larger limits are as
    /// good as this one.
    static func limit(_ number: Int64) -> RuleCount { .constant(Int32(clamping: number)) }
}
