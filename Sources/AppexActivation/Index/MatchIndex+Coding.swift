package import OpenUniformTypeIdentifiers

/// Bytes do not hold an index.
package struct MatchIndexError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with them.
    package let reason: String

    /// One sentence.
    package var description: String { "cannot read the match index: \(reason); make it again from the rules" }
}

/// An index as bytes, for a registry that has to answer soon after it was opened.
///
/// Little-endian, after the letters `AXMI` and a version: the named types, the nodes of each level, the
/// predicates as texts, and for each rule what answers for it. Reading is total: every number is checked
/// against what it numbers, so that bytes of any kind give an index or an error. The types of the device
/// are not part of it.
extension MatchIndex {
    private static let header: [UInt8] = Array("AXMI".utf8) + [1, 0, 0, 0]

    /// The index as bytes.
    package func encoded() -> [UInt8] {
        var writer = IndexWriter(bytes: Self.header)
        writer.append(program.typeNames) { $0.append(text: $1) }
        for level in RuleLevel.allCases { writer.append(program[level]) { $0.append(node: $1) } }
        writer.append(predicates) { $0.append(text: $1.text) }
        writer.append(roots) { writer, root in
            switch root {
            case .node(let number): writer.append(number)
            case .predicate(let number): writer.append(-1 - number)
            }
        }
        return writer.bytes
    }

    /// Reads an index.
    ///
    /// - Parameter types: the types by which attachments are judged.
    /// - Throws: ``MatchIndexError`` when `bytes` are not what ``encoded()`` gives in this version.
    package init(decoding bytes: [UInt8], types: TypeGraph) throws(MatchIndexError) {
        var reader = IndexReader(bytes: bytes)
        guard try reader.take(Self.header.count).elementsEqual(Self.header) else {
            throw MatchIndexError(reason: "it does not begin as one of this version does")
        }
        var program = RuleProgram()
        for _ in 0..<(try reader.count(itemBytes: 4)) { program.typeNames.append(try reader.text()) }
        for level in RuleLevel.allCases {
            let count = try reader.count(itemBytes: IndexReader.nodeBytes)
            program.nodes[level.rawValue].reserveCapacity(count)
            for _ in 0..<count {
                let node = try reader.node()
                guard program.canAppend(node, at: level) else {
                    throw MatchIndexError(reason: "a node refers to one that is not there")
                }
                program.nodes[level.rawValue].append(node)
            }
        }
        var predicates: [PredicateRule] = []
        for _ in 0..<(try reader.count(itemBytes: 4)) {
            let text = try reader.text()
            guard let rule = try? PredicateRule(parsing: text) else {
                throw MatchIndexError(reason: "a predicate in it cannot be read")
            }
            predicates.append(rule)
        }
        let count = try reader.count(itemBytes: 4)
        var roots: [Root] = []
        roots.reserveCapacity(count)
        for _ in 0..<count {
            let number = try reader.number()
            let root = number < 0 ? Root.predicate(-1 - number) : Root.node(number)
            guard number < 0 ? -1 - number < predicates.count : number < program[.share].count else {
                throw MatchIndexError(reason: "a rule refers to something that is not there")
            }
            roots.append(root)
        }
        guard reader.isAtEnd else { throw MatchIndexError(reason: "bytes are left over") }
        self.init(program: program, predicates: predicates, roots: roots, types: types)
    }
}

extension RuleProgram {
    /// Whether all that a node refers to is there.
    fileprivate func canAppend(_ node: RuleNode, at level: RuleLevel) -> Bool {
        var isSound = true
        _ = node.mapped { reference, number in
            let limit =
                switch reference {
                case .sibling: self[level].count
                case .child: level.below.map { self[$0].count } ?? 0
                case .attachment: level == .share ? self[.attachments].count : 0
                case .type: level == .types ? typeNames.count : 0
                }
            if !(0..<limit).contains(Int(number)) { isSound = false }
            return number
        }
        return isSound
    }
}
