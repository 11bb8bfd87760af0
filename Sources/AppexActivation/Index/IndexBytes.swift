/// Writes the parts of an index.
struct IndexWriter {
    private(set) var bytes: [UInt8]

    /// Goes on behind some bytes.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Writes a number.
    mutating func append(_ number: Int32) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes how many elements there are, and then each of them.
    mutating func append<Element>(_ elements: [Element], _ write: (inout IndexWriter, Element) -> Void) {
        append(Int32(clamping: elements.count))
        for element in elements { write(&self, element) }
    }

    /// Writes a text with its length in front.
    mutating func append(text: String) {
        append(Int32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a node: its kind, the relation, the kinds of two operands, and the two operands.
    mutating func append(node: RuleNode) {
        var head: [UInt8] = [0, 0, 0, 0]
        var operands: (Int32, Int32) = (0, 0)
        switch node {
        case .constant(let value): operands.0 = value ? 1 : 0
        case .not(let operand): (head[0], operands.0) = (1, operand)
        case .and(let one, let other): (head[0], operands) = (2, (one, other))
        case .or(let one, let other): (head[0], operands) = (3, (one, other))
        case .conforms(let type): (head[0], operands.0) = (4, type)
        case .equals(let type): (head[0], operands.0) = (5, type)
        case .exists(let child): (head[0], operands.0) = (6, child)
        case .hasText: head[0] = 7
        case .compare(let left, let relation, let right):
            head = [8, relation.rawValue, left.encoded.kind, right.encoded.kind]
            operands = (left.encoded.operand, right.encoded.operand)
        }
        bytes.append(contentsOf: head)
        append(operands.0)
        append(operands.1)
    }
}

/// Reads the parts of an index; whatever is not there is an error.
struct IndexReader {
    /// Bytes of one node.
    static let nodeBytes = 12

    private var rest: ArraySlice<UInt8>

    /// Reads from the first byte.
    init(bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Whether all bytes are read.
    var isAtEnd: Bool { rest.isEmpty }

    /// The next bytes.
    mutating func take(_ count: Int) throws(MatchIndexError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw MatchIndexError(reason: "it ends too early") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number.
    mutating func number() throws(MatchIndexError) -> Int32 {
        Int32(truncatingIfNeeded: try take(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }

    /// How many elements follow; there is room for that many.
    mutating func count(itemBytes: Int) throws(MatchIndexError) -> Int {
        let count = Int(try number())
        guard count >= 0, count <= rest.count / itemBytes else { throw MatchIndexError(reason: "it ends too early") }
        return count
    }

    /// A text.
    mutating func text() throws(MatchIndexError) -> String {
        let bytes = try take(Int(try number()))
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MatchIndexError(reason: "a text in it is no UTF-8")
        }
        return text
    }

    /// A node, whose references are not checked.
    mutating func node() throws(MatchIndexError) -> RuleNode {
        let head = Array(try take(4))
        let operands = (try number(), try number())
        switch head[0] {
        case 0: return .constant(operands.0 != 0)
        case 1: return .not(operands.0)
        case 2: return .and(operands.0, operands.1)
        case 3: return .or(operands.0, operands.1)
        case 4: return .conforms(operands.0)
        case 5: return .equals(operands.0)
        case 6: return .exists(operands.0)
        case 7: return .hasText
        case 8:
            guard let relation = RuleRelation(rawValue: head[1]),
                let left = RuleCount(kind: head[2], operand: operands.0),
                let right = RuleCount(kind: head[3], operand: operands.1)
            else { fallthrough }
            return .compare(left, relation, right)
        default: throw MatchIndexError(reason: "a node in it is of no known kind")
        }
    }
}

extension RuleCount {
    fileprivate var encoded: (kind: UInt8, operand: Int32) {
        switch self {
        case .constant(let number): (0, number)
        case .children(let node): (1, node)
        case .allChildren: (2, 0)
        case .items: (3, 0)
        case .attachments(let node): (4, node)
        case .allAttachments: (5, 0)
        }
    }

    fileprivate init?(kind: UInt8, operand: Int32) {
        switch kind {
        case 0: self = .constant(operand)
        case 1: self = .children(operand)
        case 2: self = .allChildren
        case 3: self = .items
        case 4: self = .attachments(operand)
        case 5: self = .allAttachments
        default: return nil
        }
    }
}
