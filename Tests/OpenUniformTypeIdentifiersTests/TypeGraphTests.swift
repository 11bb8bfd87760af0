import FuzzSupport
import Testing

@testable import OpenUniformTypeIdentifiers

/// What apps declare: who wins, and that nobody can do harm.
@Suite struct TypeGraphTests {
    private func type(_ name: String, _ parents: String..., description: String? = nil) -> TypeDeclaration {
        TypeDeclaration(identifier: name, parents: parents, description: description)
    }

    @Test("The system's declaration beats an exported one, and that an imported one, whichever is added first")
    func precedence() {
        let mine = type("org.example.note", "public.text", description: "Mine")
        let guess = type("org.example.note", "public.data", description: "Guess")
        let forged = type("public.jpeg", "public.movie", description: "Forged")
        for graph in [
            TypeGraph.system.adding(exported: [mine, forged], imported: [guess]),
            TypeGraph.system.adding(exported: [], imported: [guess]).adding(exported: [mine, forged], imported: []),
            TypeGraph.system.adding(exported: [mine], imported: [forged]).adding(exported: [], imported: [guess]),
        ] {
            #expect(graph.description(of: "org.example.note") == "Mine")
            #expect(graph.origin(of: "org.example.note") == .exported)
            #expect(graph.identifier("org.example.note", conformsTo: "public.text"))
            #expect(!graph.identifier("public.jpeg", conformsTo: "public.movie"))
            #expect(graph.origin(of: "public.jpeg") == .system)
        }
        let imported = TypeGraph.system.adding(exported: [], imported: [guess])
        #expect(imported.origin(of: "org.example.note") == .imported)
        #expect(!imported.identifier("org.example.note", conformsTo: "public.text"))
    }

    @Test("Of two apps that own a type, or use one, the first counts")
    func firstAmongEquals() {
        let graph = TypeGraph.system.adding(
            exported: [type("org.example.a", "public.text"), type("org.example.a", "public.image")],
            imported: [type("org.example.b", "public.text"), type("org.example.b", "public.image")])
        for name in ["org.example.a", "org.example.b"] {
            #expect(graph.identifier(name, conformsTo: "public.text"))
            #expect(!graph.identifier(name, conformsTo: "public.image"))
        }
    }

    @Test("Adding declarations leaves the graph that they were added to as it was")
    func value() {
        let before = TypeGraph.system
        let after = before.adding(exported: [type("org.example.a", "public.text")], imported: [])
        #expect(before.declaration(of: "org.example.a") == nil)
        #expect(after.declaration(of: "org.example.a") != nil)
        #expect(
            after.types(tag: "txt", tagClass: "public.filename-extension", conformingTo: nil).first
                == "public.plain-text")
    }

    @Test("Identifiers of declarations are compared without regard to case")
    func caseInsensitive() {
        let graph = TypeGraph.system.adding(
            exported: [type("Org.Example.Leaf", "ORG.example.Branch"), type("org.example.branch", "Public.Text")],
            imported: [])
        #expect(graph.identifier("org.example.LEAF", conformsTo: "public.text"))
        #expect(graph.conformances(of: "ORG.EXAMPLE.BRANCH").isSuperset(of: ["org.example.branch", "public.text"]))
    }

    @Test("A parent that nobody declares is conformed to like any other, and may be declared later")
    func undeclaredParent() {
        let graph = TypeGraph.system.adding(exported: [type("org.example.a", "org.example.b")], imported: [])
        #expect(graph.identifier("org.example.a", conformsTo: "org.example.b"))
        #expect(graph.declaration(of: "org.example.b") == nil)
        let later = graph.adding(exported: [], imported: [type("org.example.b", "public.image")])
        #expect(later.identifier("org.example.a", conformsTo: "public.image"))
    }

    @Test("A circle of declarations is cut where it closes: conformance stays one-way")
    func circles() {
        let graph = TypeGraph.system.adding(
            exported: [
                type("org.example.self", "org.example.self", "public.data"),
                type("org.example.a", "org.example.b"),
                type("org.example.b", "org.example.c"),
                type("org.example.c", "org.example.a", "public.text"),
            ], imported: [])
        #expect(graph.identifier("org.example.self", conformsTo: "public.data"))
        #expect(graph.identifier("org.example.a", conformsTo: "org.example.c"))
        #expect(graph.identifier("org.example.a", conformsTo: "public.text"))
        #expect(!graph.identifier("org.example.c", conformsTo: "org.example.a"))
        #expect(!graph.identifier("org.example.c", conformsTo: "org.example.b"))
    }

    @Test("A chain of 10,000 declarations answers, and reaches as far as a type may")
    func longChain() {
        let chain = (0..<10_000).map { type("org.example.t\($0)", "org.example.t\($0 + 1)") }
        let graph = TypeGraph.system.adding(exported: chain, imported: [])
        #expect(graph.identifier("org.example.t9000", conformsTo: "org.example.t10000"))
        #expect(graph.conformances(of: "org.example.t0").count <= TypeGraph.maximumPaths)
        #expect(!graph.identifier("org.example.t0", conformsTo: "org.example.t10000"))
    }

    @Test("100,000 declarations with several parents each give bounded answers")
    func manyDeclarations() {
        let count = 100_000
        let types = (0..<count).map {
            type("org.example.t\($0)", "org.example.t\(($0 * 7 + 1) % count)", "org.example.t\(($0 * 13 + 5) % count)")
        }
        let graph = TypeGraph.system.adding(exported: types, imported: [])
        for index in stride(from: 0, to: count, by: 9973) {
            #expect(graph.conformances(of: "org.example.t\(index)").count <= TypeGraph.maximumPaths)
        }
    }

    @Test("Names that cannot be ones of types are left out, and so are parents")
    func strangeNames() {
        let long = String(repeating: "a", count: TypeGraph.maximumLength + 1)
        let graph = TypeGraph.system.adding(
            exported: [
                type(""), type("two words", "public.text"), type("a|b"), type("#a"), type("a\nb"), type(long),
                type("org.example.a", long, "", "x y", "a|b", "public.text"),
            ], imported: [])
        for name in ["", "two words", "a|b", "#a", "a\nb", "a", "b", long] {
            #expect(graph.declaration(of: name) == nil)
            #expect(graph.conformances(of: name) == [name])
        }
        #expect(
            graph.conformances(of: "org.example.a")
                == ["org.example.a", "public.text", "public.data", "public.content", "public.item"])
    }

    @Test("What random apps declare keeps conformance a partial order", arguments: 0..<50)
    func partialOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = (0..<30).map { "org.example.t\($0)" }
        let system = ["public.data", "public.content", "public.text", "com.adobe.pdf"]
        let declarations = names.map { name in
            TypeDeclaration(
                identifier: name,
                parents: (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                    (names + system).randomElement(using: &random)
                })
        }
        let graph = TypeGraph.system.adding(exported: declarations, imported: declarations.shuffled(using: &random))
        let sets = Dictionary(uniqueKeysWithValues: names.map { ($0, graph.conformances(of: $0)) })
        for (name, above) in sets {
            #expect(above.contains(name))
            for other in above where other != name {
                #expect(graph.identifier(name, conformsTo: other))
                #expect(!graph.identifier(other, conformsTo: name), "\(name) and \(other)")
                #expect(graph.conformances(of: other).isSubset(of: above), "\(name) and \(other)")
            }
        }
    }

    @Test("A description is inherited depth first, in the order in which parents are declared")
    func inheritance() {
        let graph = TypeGraph.system.adding(
            exported: [
                type("org.example.leaf", "org.example.left", "org.example.right"),
                type("org.example.left", "org.example.top"),
                type("org.example.right", description: "Right"),
                type("org.example.top", description: "Top"),
                type("org.example.nothing", "org.example.unknown"),
                type("org.example.own", "org.example.top", description: "Own"),
            ], imported: [])
        #expect(graph.description(of: "org.example.leaf") == "Top")
        #expect(graph.description(of: "org.example.own") == "Own")
        #expect(graph.description(of: "org.example.nothing") == nil)
        #expect(graph.description(of: "org.example.unknown") == nil)
    }
}
