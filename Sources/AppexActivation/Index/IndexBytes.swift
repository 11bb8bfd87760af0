/// Writes the parts of an index.
struct IndexWriter {
    private(set) var bytes: [UInt8]

    /// Creates a writer that appends to some bytes.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Writes a number.
    mutating func append(_ number: Int32) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes the number of elements, and then each of them.
    mutating func append<Element>(_ elements: [Element], _ write: (inout IndexWriter, Element) -> Void) {
        append(Int32(clamping: elements.count))
        for element in elements { write(&self, element) }
    }

    /// Writes the length of a text, and then the text.
    mutating func append(text: String) {
        append(Int32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a node: its operation and the kinds of its two counts, a byte each, and their numbers.
    mutating func append(node: RuleNode) {
        bytes += [node.operation.rawValue, node.left.kind.rawValue, node.right.kind.rawValue, 0]
        append(node.left.number)
        append(node.right.number)
    }
}

/// Reads the parts of an index. Missing bytes are an error.
struct IndexReader {
    /// Bytes of one node.
    static let nodeBytes = 12

    private let bytes: [UInt8]
    private var place = 0

    /// Reads from the first byte.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether all bytes are read.
    var isAtEnd: Bool { place == bytes.count }

    /// The place of the next bytes, which are taken.
    private mutating func take(_ count: Int) throws(MatchIndexError) -> Int {
        guard count >= 0, count <= bytes.count - place else { throw MatchIndexError(reason: "it ends too early") }
        defer { place += count }
        return place
    }

    /// Some bytes.
    mutating func bytes(_ count: Int) throws(MatchIndexError) -> ArraySlice<UInt8> {
        let start = try take(count)
        return bytes[start..<start + count]
    }

    /// A number.
    mutating func number() throws(MatchIndexError) -> Int32 {
        let start = try take(4)
        return bytes.withUnsafeBytes { Int32(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Int32.self)) }
    }

    /// The number of elements that follow, for which there are enough bytes.
    mutating func count(elementBytes: Int) throws(MatchIndexError) -> Int {
        let count = Int(try number())
        guard count >= 0, count <= (bytes.count - place) / elementBytes else {
            throw MatchIndexError(reason: "it ends too early")
        }
        return count
    }

    /// A text.
    mutating func text() throws(MatchIndexError) -> String {
        guard let text = String(validating: try bytes(Int(try number())), as: UTF8.self) else {
            throw MatchIndexError(reason: "a text in it is not UTF-8")
        }
        return text
    }

    /// A node, whose references are not checked.
    mutating func node() throws(MatchIndexError) -> RuleNode {
        let head = try take(4)
        let numbers = (try number(), try number())
        guard let operation = RuleNode.Operation(rawValue: bytes[head]),
            let left = RuleCount.Kind(rawValue: bytes[head + 1]), let right = RuleCount.Kind(rawValue: bytes[head + 2])
        else { throw MatchIndexError(reason: "a node in it is of an unknown kind") }
        return RuleNode(
            operation, RuleCount(kind: left, number: numbers.0), RuleCount(kind: right, number: numbers.1))
    }
}
