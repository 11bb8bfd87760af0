import OpenUniformTypeIdentifiers
import Testing

/// What people share most, and what a rule may and may not take it for.
@Suite struct ConformanceTests {
    /// Types and their parents as the rules of real extensions rely on them. Nothing else holds between any two of
    /// these types.
    static let relations: [String: [String]] = [
        "com.adobe.pdf": ["public.data", "public.composite-content"],
        "com.apple.application-bundle": ["public.directory"],
        "com.apple.m4a-audio": ["public.audio"],
        "com.apple.m4v-video": ["public.movie"],
        "com.apple.property-list": ["public.data"],
        "com.apple.quicktime-movie": ["public.movie"],
        "com.compuserve.gif": ["public.image"],
        "com.microsoft.bmp": ["public.image"],
        "com.microsoft.waveform-audio": ["public.audio"],
        "org.openxmlformats.wordprocessingml.document": ["public.data", "public.composite-content"],
        "org.xiph.flac": ["public.audio"],
        "public.archive": [],
        "public.audio": ["public.audiovisual-content"],
        "public.audiovisual-content": ["public.data", "public.content"],
        "public.comma-separated-values-text": ["public.delimited-values-text"],
        "public.composite-content": ["public.content"],
        "public.contact": [],
        "public.content": [],
        "public.data": ["public.item"],
        "public.delimited-values-text": ["public.text"],
        "public.directory": ["public.item"],
        "public.file-url": ["public.url"],
        "public.folder": ["public.directory"],
        "public.heic": ["public.heif-standard"],
        "public.heif-standard": ["public.image"],
        "public.html": ["public.text"],
        "public.image": ["public.data", "public.content"],
        "public.item": [],
        "public.jpeg": ["public.image"],
        "public.jpeg-2000": ["public.image"],
        "public.message": [],
        "public.movie": ["public.audiovisual-content"],
        "public.mp3": ["public.audio"],
        "public.mpeg-4": ["public.movie"],
        "public.plain-text": ["public.text"],
        "public.png": ["public.image"],
        "public.rtf": ["public.text"],
        "public.text": ["public.data", "public.content"],
        "public.tiff": ["public.image"],
        "public.url": ["public.data"],
        "public.utf16-plain-text": ["public.plain-text"],
        "public.utf8-plain-text": ["public.plain-text"],
        "public.video": ["public.movie"],
        "public.zip-archive": ["public.data", "public.archive"],
    ]

    /// What a type of `relations` conforms to, computed the plain way.
    private static func expected(_ identifier: String) -> Set<String> {
        (relations[identifier] ?? []).reduce(into: [identifier]) { $0.formUnion(expected($1)) }
    }

    @Test("AT-13: a JPEG is an image, data, content and an item, no matter the case, and no movie")
    func jpeg() {
        for wider in ["public.jpeg", "public.image", "public.data", "public.content", "public.item", "PUBLIC.Image"] {
            #expect(TypeGraph.system.identifier("Public.JPEG", conformsTo: wider), "\(wider)")
        }
        for other in ["public.movie", "public.png", "public.text", "public.url", "com.example.unknown"] {
            #expect(!TypeGraph.system.identifier("public.jpeg", conformsTo: other), "\(other)")
        }
    }

    @Test("Two common types are related just where the table of relations says so", arguments: relations.keys.sorted())
    func relation(identifier: String) {
        let expected = Self.expected(identifier)
        for other in Self.relations.keys {
            #expect(
                TypeGraph.system.identifier(identifier, conformsTo: other) == expected.contains(other), "to \(other)")
        }
    }

    @Test("The set of conformances says what single questions say", arguments: relations.keys.sorted())
    func set(identifier: String) {
        let conformances = TypeGraph.system.conformances(of: identifier)
        #expect(conformances.contains(identifier))
        for (other, _) in Self.relations {
            #expect(
                conformances.contains(other) == TypeGraph.system.identifier(identifier, conformsTo: other), "\(other)")
        }
    }

    @Test("An undeclared type conforms to itself alone, in any case")
    func undeclared() {
        #expect(TypeGraph.system.identifier("com.example.Thing", conformsTo: "COM.example.thing"))
        #expect(!TypeGraph.system.identifier("com.example.thing", conformsTo: "public.data"))
        #expect(!TypeGraph.system.identifier("public.data", conformsTo: "com.example.thing"))
        #expect(TypeGraph.system.conformances(of: "com.example.Thing") == ["com.example.thing"])
        #expect(TypeGraph.system.conformances(of: "") == [""])
    }
}
