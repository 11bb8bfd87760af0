import FuzzSupport
import Testing

@testable import OpenUniformTypeIdentifiers

@Suite struct DynamicTypeTests {
    /// Identifiers that Apple's system made, as they stand in public sources, and what they are of.
    static let known: [(identifier: String, tag: String, tagClass: UTTagClass, parent: String?)] = [
        ("dyn.ah62d4rv4ge81g6xy", "srt", .filenameExtension, "public.data"),
        ("dyn.ah62d4rv4ge80s6d2", "gpx", .filenameExtension, "public.data"),
        ("dyn.ah62d4rv4ge8024p0sa", "livp", .filenameExtension, "public.data"),
        ("dyn.ah62d4rv4ge80g55sq2", "conf", .filenameExtension, "public.data"),
        ("dyn.age81e62", "rs", .filenameExtension, nil),
        ("dyn.ah62d4sb4ge81e62", "rs", .filenameExtension, "public.plain-text"),
        ("dyn.ah62d4uv4ge804550", "mov", .filenameExtension, "public.image"),
        ("dyn.ah62d4qmuhk2x43d0qv00n3dmqe", "dvdmedia", .filenameExtension, "com.apple.package"),
        ("dyn.ah62d4rv4gq80c6durvy0g2pyrf106p52fz3gk6a", "application/x-rdp", .mimeType, "public.data"),
        ("dyn.ah62d4uv4gq80w5pbq7ww88brq3108", "image/x-foo", .mimeType, "public.image"),
        ("dyn.agq80c6durvy0g2pyrf106p5rsa4a", "application/mp4", .mimeType, nil),
    ]

    @Test("A tag has the identifier that Apple's system gives it", arguments: known.indices)
    func bytes(index: Int) {
        let example = Self.known[index]
        let identifier = DynamicType.identifier(
            tag: example.tag, tagClass: example.tagClass.rawValue, parent: example.parent)
        #expect(identifier == example.identifier)
        let type = DynamicType(example.identifier)
        #expect(type?.tags == [example.tagClass.rawValue: [example.tag]])
        #expect(type?.parents == (example.parent.map { [$0] } ?? []))
    }

    @Test("Apple's identifiers of other tag classes are read too, with what is escaped in them")
    func otherClasses() {
        let styled = DynamicType("dyn.ah62d4rv4gk81g7d3ru")
        #expect(styled?.tags == ["com.apple.ostype": ["styl"]])
        let promise = DynamicType(
            "dyn.ah62d46dzqm0gw23srf4gn5m4ge8068dytf2gn3dgrf0gn25tr34gn5xysr2ge55bsmwhk8puqzsdy4xuq6")
        #expect(promise?.parents == ["public.item"])
        #expect(promise?.tags == ["public.filename-extension": ["nxtypedfilecontentspboardtype:jpg"]])
    }

    @Test("Several supertypes in an identifier all count")
    func severalParents() {
        // ?0=7,B:1=x
        #expect(DynamicType("dyn.ah62d4r3qkk7dctp2")?.parents == ["public.text", "public.image"])
        #expect(TypeGraph.system.identifier("dyn.ah62d4r3qkk7dctp2", conformsTo: "public.image"))
    }

    @Test("Every tag and supertype come back out of the identifier", arguments: 0..<300)
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("abcxyz0189.-_+:;=,\\?%/ é猫".unicodeScalars)
        func text(_ length: ClosedRange<Int>) -> String {
            var text = ""
            for _ in 0..<Int.random(in: length, using: &random) {
                text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            return text
        }
        let tag = text(1...20)
        let tagClass = [UTTagClass.filenameExtension, .mimeType].randomElement(using: &random)?.rawValue ?? ""
        let parent = [nil, "public.data", "com.apple.package", "org.example." + text(1...10)].randomElement(
            using: &random)
        let identifier = DynamicType.identifier(tag: tag, tagClass: tagClass, parent: parent ?? nil)
        #expect(identifier == DynamicType.identifier(tag: tag, tagClass: tagClass, parent: parent ?? nil))
        #expect(identifier.hasPrefix("dyn.a"))
        let type = DynamicType(identifier)
        #expect(type?.tags == [tagClass: [tag]])
        #expect(type?.parents == ((parent ?? nil).map { [$0] } ?? []))
    }

    @Test("A dynamic type conforms to what is encoded in it, and on from there")
    func conformance() throws {
        let type = try #require(UTType(filenameExtension: "rs", conformingTo: .plainText))
        #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
        #expect(type.conforms(to: .plainText) && type.conforms(to: .text) && type.conforms(to: .item))
        #expect(!type.conforms(to: .image))
        #expect(type.supertypes.isSuperset(of: [.plainText, .text, .data, .content, .item]))
        let nested = DynamicType.identifier(
            tag: "x", tagClass: "public.filename-extension", parent: type.identifier)
        #expect(TypeGraph.system.identifier(nested, conformsTo: "public.text"))
        #expect(TypeGraph.system.conformances(of: nested).contains(type.identifier))
    }

    @Test("A dynamic type has no description, though its supertype has one")
    func noDescription() {
        #expect(UTType(filenameExtension: "rs", conformingTo: .plainText)?.localizedDescription == nil)
    }

    @Test("What only looks like a dynamic identifier is an undeclared type")
    func malformed() {
        for identifier in [
            "dyn.", "dyn.b", "dyn.aj", "dyn.a h62", "dyn.a", "dyn.aaaaa", "dyn.ah62d4rv4ge81g6xyl", "xdyn.ah62d4rv4ge8",
            "dyn.a" + String(repeating: "a", count: 5_000),
            // Seventeen parents
            "dyn.ah62d4rvqg20dqpb0fu5c2rvqg20dqpb0fu5c2rvqg20dqpb0fu5c2rvqg27dctp2",
        ] {
            #expect(UTType(identifier) == nil, "\(identifier.prefix(40))")
            #expect(TypeGraph.system.conformances(of: identifier) == [identifier])
        }
    }

    @Test("Every random identifier is read without harm", arguments: 0..<500)
    func total(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("abcdefghkmnpqrstuvwxyz0123456789")
        let identifier =
            "dyn.a"
            + String((0..<Int.random(in: 0...200, using: &random)).map { _ in letters[Int(random.next() % 32)] })
        #expect(TypeGraph.system.conformances(of: identifier).contains(identifier))
        #expect(!TypeGraph.system.identifier(identifier, conformsTo: "org.example.unknown"))
    }
}
