import AppexSystem
import FuzzSupport
import Glibc
import SystemPackage
import Testing

@testable import OpenUniformTypeIdentifiers

/// The file by which a device's declarations reach a process.
@Suite struct TypeListTests {
    static let declarations = [
        TypeDeclaration(
            identifier: "org.example.recipe", parents: ["public.data", "public.content"],
            tags: [
                "public.filename-extension": ["recipe", "r|c", "50%"],
                "public.mime-type": ["application/x-recipe", "text/x-recipe; charset=utf-8"],
            ], description: " Recipe | 100 %\n# of\u{7F} taste ", version: 3,
            referenceURL: "https://example.org/recipe?a=b#c"),
        TypeDeclaration(identifier: "org.example.bare"),
        TypeDeclaration(identifier: "org.example.größe", parents: ["public.text"], version: -1),
    ]

    @Test("What is written is read again, whatever stands in it")
    func roundTrip() {
        let text = TypeList.text(
            exported: Self.declarations, imported: [TypeDeclaration(identifier: "org.example.used")])
        let graph = TypeGraph.system.adding(list: text)
        for declaration in Self.declarations {
            #expect(graph.declaration(of: declaration.identifier) == declaration)
            #expect(graph.origin(of: declaration.identifier) == .exported)
        }
        #expect(graph.origin(of: "org.example.used") == .imported)
    }

    @Test("A line may end early, be empty or be a comment; who does not say whose it is uses somebody else's type")
    func shortLines() {
        let graph = TypeGraph.system.adding(
            list: "# comment | public.text\n\n   \n | public.text\norg.example.a\norg.example.b|public.text|bb")
        #expect(graph.declaration(of: "org.example.a") == TypeDeclaration(identifier: "org.example.a"))
        #expect(graph.origin(of: "org.example.a") == .imported)
        #expect(graph.identifier("org.example.b", conformsTo: "public.text"))
        #expect(graph.tags(of: "org.example.b") == [.filenameExtension: ["bb"]])
        #expect(graph.declaration(of: "comment") == nil)
    }

    @Test("Nothing in a file takes a type from the system")
    func systemStays() {
        let graph = TypeGraph.system.adding(list: "public.jpeg | public.movie | mov | | Forged | system")
        #expect(graph.declaration(of: "public.jpeg") == TypeGraph.system.declaration(of: "public.jpeg"))
    }

    @Test("Every random file is read without harm", arguments: 0..<200)
    func total(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ab. |%#\n\n|  0f\r\u{e9}public.text".unicodeScalars)
        var text = ""
        for _ in 0..<400 { text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)]) }
        let graph = TypeGraph.system.adding(list: text)
        for word in text.split(whereSeparator: { " |\n".contains($0) }) {
            #expect(graph.conformances(of: String(word)).count <= TypeGraph.maximumPaths)
            _ = graph.declaration(of: String(word))
        }
        _ = graph.types(tag: "a", tagClass: "public.filename-extension", conformingTo: nil)
    }

    @Test("The declarations of a file are those of the process; without the file there are the system's alone")
    func file() throws {
        var name = Array("/tmp/appex-types-XXXXXX".utf8CString)
        let raw = mkstemp(&name)
        try #require(raw >= 0)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let file = Descriptor(owning: raw)
        let text = TypeList.text(exported: Self.declarations, imported: [])
        #expect(write(file.rawValue, text, text.utf8.count) == text.utf8.count)

        let graph = TypeGraph.withDeclarations(ofFileAt: path)
        #expect(graph.identifier("org.example.recipe", conformsTo: "public.content"))
        // Cut behind the last whole line.
        let whole = try #require(TypeList.text(ofFileAt: FilePath(path)))
        #expect(whole == text)
        for limit in 1..<text.utf8.count {
            let start = try #require(TypeList.text(ofFileAt: FilePath(path), limit: limit))
            #expect(text.hasPrefix(start) && (start.isEmpty || text.dropFirst(start.count).first == "\n"))
        }
        for nowhere in [nil, "/nowhere", "/dev/zero", "/tmp"] {
            let graph = TypeGraph.withDeclarations(ofFileAt: nowhere)
            #expect(graph.declaration(of: "org.example.recipe") == nil)
            #expect(graph.identifier("public.jpeg", conformsTo: "public.image"))
        }
    }
}
