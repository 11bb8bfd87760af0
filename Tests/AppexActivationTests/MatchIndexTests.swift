import AppexActivation
import AppexModel
import FuzzSupport
import OpenUniformTypeIdentifiers
import Testing

/// The index answers as the rules themselves do.
@Suite struct MatchIndexTests {
    /// Rules of all forms: dictionaries, predicates, none, and some that cannot be read.
    private static func rules(_ count: Int, seed: UInt64) throws -> [ActivationRule] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<count).map { _ in
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: try makeRule(nil)
            case 1: try makeRule(nil, point: "org.example.point")
            case 2: try makeRule(.string("SUBQUERY("))
            case 3..<10: try makeRule(counting: generator.ruleDictionary())
            default: try makeRule(.string(generator.predicate()))
            }
        }
    }

    private static func expectSame(
        _ index: MatchIndex, _ rules: [ActivationRule], shares: Int, seed: UInt64,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<shares {
            let items = generator.items()
            let expected = rules.indices.filter { rules[$0].activates(for: items, types: .system) }
            let found = index.matches(items)
            for position in Set(expected).symmetricDifference(found).prefix(1) {
                Issue.record("\(rules[position].form) for \(items)", sourceLocation: sourceLocation)
            }
            #expect(found == found.sorted(), sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: 1...4) func `an index answers as each rule does`(seed: UInt64) throws {
        let rules = try Self.rules(250, seed: seed)
        let index = MatchIndex(rules: rules, types: .system)
        #expect(index.count == rules.count)
        Self.expectSame(index, rules, shares: 30, seed: seed + 100)
    }

    @Test func `shares of more than 64 elements get the same answers`() throws {
        let rules = try Self.rules(80, seed: 5)
        let index = MatchIndex(rules: rules, types: .system)
        var generator = SeededGenerator(seed: 6)
        for size in [64, 65, 130] {
            let attachments = (0..<size).map { _ in [generator.element(of: SeededGenerator.types)] }
            let shares = [
                [ItemTypes(attachments: attachments)],
                attachments.map { ItemTypes(attachments: [$0]) },
                [ItemTypes(attachments: [["public.png"]]), ItemTypes(attachments: attachments, hasText: true)],
                [ItemTypes(attachments: [attachments.flatMap { $0 }])],
            ]
            for items in shares {
                let expected = rules.indices.filter { rules[$0].activates(for: items, types: .system) }
                #expect(index.matches(items) == expected)
            }
        }
    }

    @Test func `counts at and beyond the numbers of an index mean what they say`() throws {
        let huge = Int64(Int32.max) + 5
        let rules = [
            try makeRule(attachments: anyOf("public.item"), "<= \(huge)"),
            try makeRule(attachments: anyOf("public.item"), "> \(huge)"),
            try makeRule(attachments: "TRUEPREDICATE", "== 1 AND \(huge) == \(huge)"),
            try makeRule(attachments: "TRUEPREDICATE", "== 1 AND \(huge) == \(huge + 1)"),
            try makeRule(attachments: "TRUEPREDICATE", "> -1"),
            try makeRule(counting: ["SupportsImageWithMaxCount": .integer(.max)]),
            try makeRule(counting: [
                "SupportsImageWithMaxCount": .integer(1), "SupportsAttachmentsWithMinCount": .integer(.max),
            ]),
        ]
        let index = MatchIndex(rules: rules, types: .system)
        #expect(index.matches([ItemTypes(attachments: [["public.png"]])]) == [0, 2, 4, 5])
        Self.expectSame(index, rules, shares: 40, seed: 8)
    }

    @Test func `an index read from its bytes is the same index`() throws {
        let rules = try Self.rules(150, seed: 11)
        let bytes = MatchIndex(rules: rules, types: .system).encoded()
        let index = try MatchIndex(decoding: bytes, types: .system)
        #expect(index.encoded() == bytes)
        Self.expectSame(index, rules, shares: 30, seed: 12)
    }

    @Test func `bytes that are no index are refused, and none make it trap`() throws {
        let bytes = MatchIndex(rules: try Self.rules(60, seed: 21), types: .system).encoded()
        let share = [ItemTypes(attachments: [["public.png"], ["com.adobe.pdf", "public.file-url"]], hasText: true)]
        #expect(throws: MatchIndexError.self) { try MatchIndex(decoding: [], types: .system) }
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: MatchIndexError.self) {
                try MatchIndex(decoding: Array(bytes.prefix(length)), types: .system)
            }
        }
        var generator = SeededGenerator(seed: 22)
        var read = 0
        for _ in 0..<2_000 {
            var mutated = bytes
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                mutated[Int.random(in: 8..<mutated.count, using: &generator)] = .random(
                    in: .min ... .max, using: &generator)
            }
            guard let index = try? MatchIndex(decoding: mutated, types: .system) else { continue }
            read += 1
            _ = index.matches(share)
            _ = index.updated((0..<index.count).map(MatchIndex.Entry.kept))
        }
        #expect(read > 0, "every mutation was refused, so no answer was looked at")
    }

    /// What an index holds, in the order of its bytes: one type, the levels with their operands and nodes, no predicate, and
    /// one rule. A node is its operation, the kinds of its two counts, and their numbers.
    private static func forged(_ levels: [(operands: [Int32], nodes: [(UInt8, UInt8, UInt8, Int32, Int32)])]) -> [UInt8]
    {
        var bytes = Array("AXMI".utf8) + [1, 0, 0, 0]
        func append(_ number: Int32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        append(1)
        append(1)
        bytes += Array("x".utf8)
        for level in levels {
            append(Int32(level.operands.count))
            level.operands.forEach(append)
            append(Int32(level.nodes.count))
            for (operation, left, right, one, other) in level.nodes {
                bytes += [operation, left, right, 0]
                append(one)
                append(other)
            }
        }
        for number: Int32 in [0, 1, 0] { append(number) }
        return bytes
    }

    @Test func `numbers that no index has are refused`() throws {
        let always: (UInt8, UInt8, UInt8, Int32, Int32) = (1, 0, 0, 0, 0)
        let share = [ItemTypes(attachments: [["public.png"]])]
        let sound = Self.forged([([], []), ([], []), ([], []), ([], [always])])
        #expect(try MatchIndex(decoding: sound, types: .system).matches(share) == [0])
        // Types have no children that could be counted.
        for operation: UInt8 in [7, 8, 9, 10, 11, 12] {
            let childless = Self.forged([([], [(operation, 1, 0, 5, 0)]), ([], []), ([], []), ([], [always])])
            #expect(throws: MatchIndexError.self) { try MatchIndex(decoding: childless, types: .system) }
        }
        // The operands of two nodes are more than a number can count.
        let many = Self.forged([([], []), ([], []), ([], []), ([0], [always, (3, 0, 0, 0, 1), (3, 0, 0, 1, .max)])])
        #expect(throws: MatchIndexError.self) { try MatchIndex(decoding: many, types: .system) }
    }

    @Test func `a reference is refused from exactly the first number that names nothing`() throws {
        let always: (UInt8, UInt8, UInt8, Int32, Int32) = (1, 0, 0, 0, 0)
        // Operation 2 negates another node of its level, which has to come before it.
        let shares: [(Int32, Bool)] = [(0, true), (1, false), (2, false), (-1, false)]
        for (number, isSound) in shares {
            let bytes = Self.forged([([], []), ([], []), ([], []), ([], [always, (2, 0, 0, number, 0)])])
            let index = try? MatchIndex(decoding: bytes, types: .system)
            #expect((index != nil) == isSound, "a reference to \(number)")
        }
    }

    @Test func `only the level of the whole share may count all attachments`() throws {
        let always: (UInt8, UInt8, UInt8, Int32, Int32) = (1, 0, 0, 0, 0)
        for level in 0..<4 {
            var levels: [(operands: [Int32], nodes: [(UInt8, UInt8, UInt8, Int32, Int32)])] =
                [([], []), ([], []), ([], []), ([], [always])]
            // Operation 11 compares two counts; kind 4 is the number of attachments that a node of their level holds for.
            levels[1].nodes = [always]
            levels[level].nodes.append((11, 4, 0, 0, 1))
            let index = try? MatchIndex(decoding: Self.forged(levels), types: .system)
            #expect((index != nil) == (level == 3), "level \(level)")
        }
    }

    @Test func `a predicate that nobody asks for is not evaluated`() throws {
        // Arithmetic is beyond nodes.
        let rules = try ["1 + 1 == 2", "1 + 2 == 3", "1 + 3 == 5"].map { try makeRule(.string($0)) }
        let index = MatchIndex(rules: rules, types: .system)
        let share = [ItemTypes(attachments: [["public.png"]])]
        #expect(index.matches(share) == [0, 1])
        #expect(index.matches(share, among: [1, 2, 7, -1]) == [1])
    }

    @Test func `an updated index is the index of its new rules`() throws {
        let old = try Self.rules(200, seed: 31)
        let new = try Self.rules(40, seed: 32)
        var generator = SeededGenerator(seed: 33)
        var entries: [MatchIndex.Entry] = []
        var rules: [ActivationRule] = []
        for position in old.indices.shuffled(using: &generator) where generator.chance(of: 70) {
            entries.append(.kept(position))
            rules.append(old[position])
            guard generator.chance(of: 20), let added = new.randomElement(using: &generator) else { continue }
            entries.append(.added(added))
            rules.append(added)
        }
        let index = MatchIndex(rules: old, types: .system)
        Self.expectSame(index.updated(entries), rules, shares: 60, seed: 34)
        let opened = try MatchIndex(decoding: index.encoded(), types: .system)
        Self.expectSame(opened.updated(entries), rules, shares: 20, seed: 35)
    }

    @Test func `an update forgets the rules that are gone`() throws {
        let rules = try Self.rules(200, seed: 41)
        let index = MatchIndex(rules: rules, types: .system)
        let smaller = index.updated([.kept(3), .kept(7)])
        let direct = MatchIndex(rules: [rules[3], rules[7]], types: .system)
        #expect(smaller.encoded().count <= direct.encoded().count)
        #expect(index.updated([.kept(200), .kept(-1)]).matches([ItemTypes(attachments: [["public.png"]])]).isEmpty)
    }

    @Test func `types that an app declares count once the index knows them`() throws {
        let rules = [try makeRule(attachments: anyOf("public.image"))]
        var index = MatchIndex(rules: rules, types: .system)
        let share = [ItemTypes(attachments: [["org.example.raster"]])]
        #expect(index.matches(share).isEmpty)
        index.types = TypeGraph.system.adding(
            exported: [TypeDeclaration(identifier: "org.example.raster", parents: ["public.image"])], imported: [])
        #expect(index.matches(share) == [0])
    }
}
