package import OpenUniformTypeIdentifiers

/// The reason for which bytes are not a valid index.
package struct MatchIndexError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as a clause.
    package let reason: String

    /// One sentence.
    package var description: String { "cannot read the match index: \(reason); create it again from the rules" }
}

/// The binary form of an index, which allows a registry to answer soon after it was opened.
///
/// It is little-endian and consists of the letters `AXMI`, a version, the named types, the operands and nodes of each
/// level, the predicates as texts, and the root of each rule. All numbers are checked when reading, so that arbitrary
/// bytes result in an index or an error. The types of the device are not part of it.
extension MatchIndex {
    private static let header: [UInt8] = Array("AXMI".utf8) + [1, 0, 0, 0]

    /// The index as bytes.
    package func encoded() -> [UInt8] {
        var writer = IndexWriter(bytes: Self.header)
        writer.append(program.typeNames) { $0.append(text: $1) }
        for level in RuleLevel.allCases {
            writer.append(program[level].operands) { $0.append($1) }
            writer.append(program[level].nodes) { $0.append(node: $1) }
        }
        writer.append(predicates) { $0.append(text: $1.text) }
        writer.append(roots) { $0.append($1) }
        return writer.bytes
    }

    /// Reads an index.
    ///
    /// - Parameter types: the types that apply to attachments.
    /// - Throws: ``MatchIndexError`` if `bytes` are not of the form that ``encoded()`` creates in this version.
    package init(decoding bytes: [UInt8], types: TypeGraph) throws(MatchIndexError) {
        var reader = IndexReader(bytes: bytes)
        guard try reader.bytes(Self.header.count).elementsEqual(Self.header) else {
            throw MatchIndexError(reason: "it does not begin like one of this version")
        }
        let program = try RuleProgram(&reader)
        var predicates: [PredicateRule] = []
        for _ in 0..<(try reader.count(elementBytes: 4)) {
            guard let rule = try? PredicateRule(parsing: try reader.text()) else {
                throw MatchIndexError(reason: "a predicate in it cannot be read")
            }
            predicates.append(rule)
        }
        let count = try reader.count(elementBytes: 4)
        var roots: [Int32] = []
        roots.reserveCapacity(count)
        for _ in 0..<count {
            let number = try reader.number()
            guard (0..<program[.share].nodes.count + predicates.count).contains(Int(number)) else {
                throw MatchIndexError(reason: "a rule refers to something that is not there")
            }
            roots.append(number)
        }
        guard reader.isAtEnd else { throw MatchIndexError(reason: "bytes are left over") }
        self.init(program: program, predicates: predicates, roots: roots, types: types)
    }
}

extension RuleProgram {
    fileprivate init(_ reader: inout IndexReader) throws(MatchIndexError) {
        for _ in 0..<(try reader.count(elementBytes: 4)) { typeNames.append(try reader.text()) }
        for place in RuleLevel.allCases {
            var level = Level()
            let operands = try reader.count(elementBytes: 4)
            level.operands.reserveCapacity(operands)
            for _ in 0..<operands { level.operands.append(try reader.number()) }
            let nodes = try reader.count(elementBytes: IndexReader.nodeBytes)
            // The operands of a node follow those of the previous one.
            var joined = 0
            level.nodes.reserveCapacity(nodes)
            for _ in 0..<nodes {
                let node = try reader.node()
                guard refersToNodes(node, of: level, at: place) else {
                    throw MatchIndexError(reason: "a node refers to something that is not there")
                }
                if node.operation == .all || node.operation == .any {
                    guard node.operands.lowerBound == joined else {
                        throw MatchIndexError(reason: "a node refers to operands of another one")
                    }
                    joined = node.operands.upperBound
                }
                level.nodes.append(node)
            }
            guard joined == level.operands.count else { throw MatchIndexError(reason: "an operand belongs to no node") }
            levels[place.rawValue] = level
        }
    }

    /// Whether a node refers only to preceding nodes.
    private func refersToNodes(_ node: RuleNode, of level: Level, at place: RuleLevel) -> Bool {
        switch node.operation {
        case .all, .any:
            guard node.number >= 0, node.right.number >= 0, node.operands.upperBound <= level.operands.count else {
                return false
            }
        case .conforms, .equals: guard place == .types else { return false }
        case .exists, .every: guard [.children, .attachments].contains(node.left.kind) else { return false }
        default: break
        }
        let kinds = [node.left.kind, node.right.kind]
        guard place == .share || !kinds.contains(.attachments), place != .types || !kinds.contains(.children) else {
            return false
        }
        var isSound = true
        level.forEachReference(of: node, at: place) { reference, number in
            let limit =
                switch reference {
                case .node(place): level.nodes.count
                case .node(let other): self[other].nodes.count
                case .type: typeNames.count
                }
            if !(0..<limit).contains(Int(number)) { isSound = false }
        }
        return isSound
    }
}
