import FuzzSupport
import OpenViewTree
import Testing

/// What holds of every tree, whatever was done to it.
@Suite struct RandomTreeTests {
    private static let texts = ["", "a", "Straße", "\u{202E}x", String(repeating: "y", count: 300)]

    /// An operation of which most can be applied.
    private static func likely(_ tree: ViewTree, _ random: inout SeededGenerator) -> ViewOperation {
        let ids = tree.nodes.keys.sorted()
        let id = ids.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
            let children = ViewSchema.rule(of: tree[id]?.kind ?? .window).children.sorted { $0.rawValue < $1.rawValue }
            return .insert(
                id: .random(in: 1..<400, using: &random), kind: children.randomElement(using: &random) ?? .label,
                parent: id, index: .random(in: 0...UInt32(tree[id]?.children.count ?? 0), using: &random))
        case 4..<8:
            let rule = ViewSchema.rule(of: tree[id]?.kind ?? .window)
            let attributes = rule.attributes.union(ViewSchema.common).sorted { $0.rawValue < $1.rawValue }
            let attribute = attributes.randomElement(using: &random) ?? .isHidden
            return .set(id: id, attribute, value(of: attribute, &random))
        case 8:
            let siblings = tree[tree[id]?.parent ?? 0]?.children.count ?? 1
            return .move(id: id, index: .random(in: 0..<UInt32(max(1, siblings)), using: &random))
        default: return .remove(id: id)
        }
    }

    private static func value(of attribute: ViewAttribute, _ random: inout SeededGenerator) -> ViewValue? {
        if Int.random(in: 0..<8, using: &random) == 0 { return nil }
        let text = texts.randomElement(using: &random) ?? ""
        switch ViewSchema.domain(of: attribute) {
        case .flag: return .flag(.random(using: &random))
        case .integer(let range): return .integer(.random(in: range, using: &random))
        case .number(let range): return .number(.random(in: range, using: &random))
        case .text: return .text(text)
        case .list: return .list([text, text])
        case .color: return .color(.system(.tint))
        case .insets: return .insets(ViewInsets(top: 1))
        case .runs: return .runs([TextRun(length: 3, style: .bold)])
        case .image: return .image(.random(in: 0..<4, using: &random))
        case .choice(let names): return .choice(.random(in: 0..<UInt8(names.count), using: &random))
        }
    }

    /// Anything that a message can hold.
    private static func hostile(_ random: inout SeededGenerator) -> ViewOperation {
        func number() -> UInt32 {
            Bool.random(using: &random)
                ? .random(in: 0..<20, using: &random) : .random(in: .min ... .max, using: &random)
        }
        let attribute = ViewAttribute.allCases.randomElement(using: &random) ?? .text
        let other = ViewAttribute.allCases.randomElement(using: &random) ?? .text
        let odd: [ViewValue?] = [
            value(of: other, &random), .number(.nan), .number(-.infinity), .integer(.min), .choice(255), nil,
            .runs(.init(repeating: TextRun(length: .max, style: TextRun.Style(rawValue: 255)), count: 40)),
            .insets(ViewInsets(bottom: .nan)), .image(.max),
        ]
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return .insert(
                id: number(), kind: ViewKind.allCases.randomElement(using: &random) ?? .label, parent: number(),
                index: number())
        case 1: return .set(id: number(), attribute, odd.randomElement(using: &random) ?? nil)
        case 2: return .move(id: number(), index: number())
        default: return .remove(id: number())
        }
    }

    /// That a tree hangs together, and takes no more than it may.
    private static func expectSound(_ tree: ViewTree, _ seed: UInt64) throws {
        for (id, node) in tree.nodes {
            try #require(node.id == id, "seed \(seed)")
            try #require(Set(node.children).count == node.children.count, "seed \(seed)")
            for child in node.children { try #require(tree[child]?.parent == id, "seed \(seed)") }
            let isListed = id == ViewTree.window || tree[node.parent]?.children.contains(id) == true
            try #require(isListed, "seed \(seed)")
        }
        #expect(tree.nodes.count <= ViewLimits.nodes)
        // A tree that is rebuilt is equal: also in its count of texts, which counts for equality.
        var rebuilt = ViewTree()
        try rebuilt.apply(tree.operations)
        #expect(rebuilt == tree, "seed \(seed)")
        #expect(!tree.description.isEmpty)
    }

    @Test(arguments: UInt64(1)...40)
    func `a tree that was changed at random hangs together and can be rebuilt`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tree = ViewTree()
        var applied = 0
        for _ in 0..<600 {
            let operation = Self.likely(tree, &random)
            let before = tree
            do {
                try tree.apply([operation])
                applied += 1
            } catch {
                // What is refused has changed nothing.
                #expect(tree == before, "seed \(seed): \(operation)")
            }
        }
        #expect(applied > 100)
        try Self.expectSound(tree, seed)
    }

    @Test(arguments: UInt64(1)...40)
    func `whatever a message holds changes a tree soundly or is refused`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tree = ViewTree()
        for step in 0..<3000 {
            let operation = step % 3 == 0 ? Self.likely(tree, &random) : Self.hostile(&random)
            _ = try? tree.apply([operation]) { $0 < 4 }
        }
        try Self.expectSound(tree, seed)
    }
}
