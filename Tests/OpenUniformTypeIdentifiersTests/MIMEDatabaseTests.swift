import AppexSystem
import FuzzSupport
import SystemPackage
import Testing

@testable import OpenUniformTypeIdentifiers

@Suite struct MIMEDatabaseTests {
    /// A database with a few types, among them a nested value, a mask and a range.
    static let fixture: [UInt8] = {
        var cache = MIMECacheWriter()
        cache.aliases = [("application/x-old", "application/x-new"), ("audio/wav", "audio/x-wav")]
        cache.parents = [
            ("application/x-leaf", ["application/x-branch", "text/plain"]), ("application/x-new", ["application/xml"]),
            ("application/x-ring", ["application/x-ring2"]), ("application/x-ring2", ["application/x-ring"]),
        ]
        cache.magic = [
            ("image/png", [.init(offset: 0, value: [0x89, 0x50])]),
            (
                "audio/x-wav",
                [.init(offset: 0, value: Array("RIFF".utf8), children: [.init(offset: 8, value: Array("WAVE".utf8))])]
            ),
            ("application/x-new", [.init(offset: 2, range: 8, value: Array("new".utf8))]),
            ("application/x-leaf", [.init(offset: 0, value: Array("leaf".utf8), mask: [0xDF, 0xDF, 0xDF, 0xDF])]),
            ("application/x-ring", [.init(offset: 0, value: Array("ring".utf8))]),
        ]
        return cache.bytes()
    }()

    private func mimeType(_ content: String) throws -> String? {
        try #require(MIMEDatabase(Self.fixture)).mimeType(ofContent: Array(content.utf8))
    }

    @Test("Content is recognised by value, by value within a value, within a range and under a mask")
    func magic() throws {
        let database = try #require(MIMEDatabase(Self.fixture))
        #expect(database.mimeType(ofContent: [0x89, 0x50, 0x4E]) == "image/png")
        #expect(try mimeType("RIFF....WAVE") == "audio/x-wav")
        #expect(try mimeType("RIFF....AVI ") == nil)
        #expect(try mimeType("..new") == "application/x-new")
        #expect(try mimeType(".........new") == "application/x-new")
        #expect(try mimeType("..........new") == nil)
        #expect(try mimeType("LEAF") == "application/x-leaf")
        #expect(try mimeType("lea") == nil)
        #expect(try mimeType("") == nil)
    }

    @Test("A mask or a value that does not end within the database matches nothing", arguments: [0, 1, 3, 4, 1 << 20])
    func boundsOfMagic(missing: Int) throws {
        var cache = MIMECacheWriter()
        cache.magic = [("a/b", [.init(offset: 0, value: Array("leaf".utf8), mask: [0xDF, 0xDF, 0xDF, 0xDF])])]
        var bytes = cache.bytes()
        // The record of the only matchlet: offset, range, word size, length, value, mask.
        let record = try #require(
            bytes.indices.first { start in
                start + 32 <= bytes.count && (0..<4).map { bytes[start + $0 * 4 + 3] } == [0, 1, 1, 4]
                    && bytes[start + 12..<start + 15].allSatisfy { $0 == 0 }
            })
        func place(_ field: Int, _ offset: Int) {
            for byte in 0..<4 { bytes[record + field + byte] = UInt8(truncatingIfNeeded: offset >> (24 - byte * 8)) }
        }
        for field in [16, 20] {
            let before = bytes
            // Ends with the database when nothing is missing.
            place(field, bytes.count - 4 + missing)
            let database = try #require(MIMEDatabase(bytes))
            if missing > 0 { #expect(database.mimeType(ofContent: Array("leaf".utf8)) == nil) }
            _ = database.mimeType(ofContent: Array("leaf".utf8))
            bytes = before
        }
    }

    @Test("Values within values are followed to the seventeenth and no further, so that a circle ends")
    func nesting() throws {
        func matches(_ levels: Int) throws -> Bool {
            var matchlet = MIMECacheWriter.Matchlet(offset: 0, value: Array("leaf".utf8))
            for _ in 1..<levels { matchlet = .init(offset: 0, value: Array("leaf".utf8), children: [matchlet]) }
            var cache = MIMECacheWriter()
            cache.magic = [("a/b", [matchlet])]
            return try #require(MIMEDatabase(cache.bytes())).mimeType(ofContent: Array("leaf".utf8)) == "a/b"
        }
        #expect(try matches(17))
        #expect(try !matches(18))
    }

    @Test("A type is related to its aliases and to what it is a kind of, and a circle ends")
    func related() throws {
        let database = try #require(MIMEDatabase(Self.fixture))
        #expect(database.related(to: "audio/wav") == ["audio/x-wav", "audio/wav"])
        #expect(
            database.related(to: "application/x-leaf") == ["application/x-leaf", "application/x-branch", "text/plain"])
        #expect(database.related(to: "application/x-old").prefix(2) == ["application/x-new", "application/x-old"])
        #expect(database.related(to: "application/x-ring") == ["application/x-ring", "application/x-ring2"])
        #expect(database.related(to: "image/png") == ["image/png"])
    }

    @Test("Every damaged database gives some answer or none", arguments: 0..<300)
    func total(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Self.fixture
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
        }
        bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random))
        guard let database = MIMEDatabase(bytes) else { return }
        for content in ["RIFF....WAVE", "..new", "leaf", "", String(repeating: "x", count: 2_000)] {
            _ = database.mimeType(ofContent: Array(content.utf8))
        }
        for name in ["application/x-leaf", "audio/wav", ""] { #expect(database.related(to: name).count < 20_000) }
    }

    @Test("What is no database is none")
    func noDatabase() {
        for bytes in [[], [0, 1], [UInt8](repeating: 0, count: 100), [0, 2] + [UInt8](repeating: 0, count: 100)] {
            #expect(MIMEDatabase(bytes) == nil)
        }
    }

    @Test("A name that says nothing leaves the type to the content, and a type unknown here to what it is a kind of")
    func content() throws {
        let database = try #require(MIMEDatabase(Self.fixture))
        func type(_ name: String, _ content: String) -> String {
            TypeGraph.system.type(ofFileNamed: name, database: database) { Array(content.utf8) }
        }
        #expect(type("picture", "RIFF....WAVE") == "com.microsoft.waveform-audio")
        #expect(type("picture.unknown", "RIFF....WAVE") == "com.microsoft.waveform-audio")
        #expect(type("picture.JPG", "RIFF....WAVE") == "public.jpeg")
        #expect(type("document", "..new") == "public.xml")
        #expect(type("document", "leaf") == "public.plain-text")
        #expect(type("README", "Read me first.\n") == "public.plain-text")
        #expect(type("README", "Zuerst lesen: Grü") == "public.plain-text")
        #expect(type("core", "\u{0}\u{1}\u{2}") == "public.data")
        #expect(type("empty", "") == "public.data")
        #expect(type("file.srt2", "\u{0}") == UTType(filenameExtension: "srt2")?.identifier)
        #expect(type(".profile", "\u{0}") == "public.data")
        #expect(type("name.", "\u{0}") == "public.data")
    }

    @Test("Without a database text is still told from data, cut off in a character or not")
    func withoutDatabase() {
        func type(_ content: [UInt8]) -> String {
            TypeGraph.system.type(ofFileNamed: "notes", database: nil) { content }
        }
        #expect(type(Array("päh".utf8)) == "public.plain-text")
        #expect(type(Array(("x" + String(repeating: "é", count: 600)).utf8)) == "public.plain-text")
        #expect(type([0xFF, 0xFE, 0xFD, 0xFC, 0xFB]) == "public.data")
    }

    @Test("A folder is a folder unless its extension is that of a package")
    func folders() {
        #expect(TypeGraph.system.type(ofFileNamed: "Darkroom.app", isDirectory: true) == "com.apple.application-bundle")
        #expect(TypeGraph.system.type(ofFileNamed: "Letter.PAGES", isDirectory: true) == "com.apple.iwork.pages.pages")
        #expect(TypeGraph.system.type(ofFileNamed: "photo.jpg", isDirectory: true) == nil)
        #expect(TypeGraph.system.type(ofFileNamed: "Darkroom.app", isDirectory: false) == nil)
        #expect(TypeGraph.system.type(ofFileAt: "/tmp") == "public.folder")
        #expect(TypeGraph.system.type(ofFileAt: "/") == "public.folder")
    }

    @Test("What is no file, or cannot be read, is known by its name alone")
    func unreadable() {
        #expect(TypeGraph.system.type(ofFileAt: "/dev/null") == "public.data")
        #expect(TypeGraph.system.type(ofFileAt: "/nowhere/photo.jpg") == "public.jpeg")
        #expect(TypeGraph.system.type(ofFileAt: "/nowhere/photo") == "public.data")
    }

    @Test(
        "The machine's database knows what everybody knows",
        .enabled(if: MIMEDatabase.machine != nil, "this machine has no /usr/share/mime/mime.cache"))
    func machine() throws {
        let database = try #require(MIMEDatabase.machine)
        func type(_ content: [UInt8]) -> String {
            TypeGraph.system.type(ofFileNamed: "file", database: database) { content }
        }
        #expect(database.extent > 1_000)
        #expect(type([0x89] + Array("PNG\r\n\u{1A}\n".utf8)) == "public.png")
        #expect(type([0xFF, 0xD8, 0xFF, 0xE0]) == "public.jpeg")
        #expect(type(Array("%PDF-1.7\n".utf8)) == "com.adobe.pdf")
        #expect(type(Array("GIF89a".utf8)) == "com.compuserve.gif")
        #expect(type([0x1F, 0x8B, 8, 0]) == "org.gnu.gnu-zip-archive")
        #expect(type(Array("#!/bin/sh\nexit 0\n".utf8)) == "public.shell-script")
        #expect(type(Array("\u{7F}ELF".utf8) + [2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0]) == "public.elf-binary")
        #expect(type(Array("RIFF\0\0\0\0WAVEfmt ".utf8)) == "com.microsoft.waveform-audio")
    }
}
