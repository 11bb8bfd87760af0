import AppexModel
import FuzzSupport
import Testing

@Suite struct HostilePropertyListTests {
    private func refusal(_ bytes: [UInt8]) throws -> ManifestError.Code {
        try #require(throws: ManifestError.self) { try PropertyListValue(parsing: bytes, file: "f") }.code
    }

    @Test(arguments: ["array", "dict"])
    func `ten thousand nested containers are refused`(name: String) throws {
        let key = name == "dict" ? "<key>k</key>" : ""
        let open = String(repeating: "<\(name)>\(key)", count: 10_000)
        #expect(try refusal(PropertyListFixtures.xml(open)) == .limit)
        #expect(try refusal(PropertyListFixtures.xml(open + String(repeating: "</\(name)>", count: 10_000))) == .limit)
    }

    @Test func `the deepest allowed list is read and one level more is not`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            PropertyListFixtures.xml(
                String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
        }
        #expect(throws: Never.self) { try PropertyListValue(parsing: nested(PropertyListLimits.depth), file: "f") }
        #expect(try refusal(nested(PropertyListLimits.depth + 1)) == .limit)
    }

    @Test func `too many values and too many bytes are refused`() throws {
        // The array is a value, too.
        func values(_ count: Int) -> [UInt8] {
            PropertyListFixtures.xml("<array>" + String(repeating: "<true/>", count: count - 1) + "</array>")
        }
        #expect(throws: Never.self) { try PropertyListValue(parsing: values(PropertyListLimits.objects), file: "f") }
        #expect(try refusal(values(PropertyListLimits.objects + 1)) == .limit)
        #expect(try refusal(Array(repeating: UInt8(ascii: " "), count: PropertyListLimits.fileBytes + 1)) == .limit)
    }

    @Test(arguments: [0x00, 0x20, 0x23, 0x26, 0x3C, 0xFF] as [UInt8])
    func `a megabyte of one byte is refused`(byte: UInt8) throws {
        let junk = Array(repeating: byte, count: PropertyListLimits.fileBytes)
        #expect(try refusal(junk) == .syntax)
        #expect(try refusal(Array("bplist00".utf8) + junk.dropLast(8)) == .syntax)
        #expect(throws: ManifestError.self) {
            try PropertyListValue(parsing: Array("<plist><dict>".utf8) + junk.dropLast(13), file: "f")
        }
    }

    @Test func `a megabyte of random bytes is refused`() throws {
        var generator = SeededGenerator(seed: 1)
        let junk = (0..<PropertyListLimits.fileBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(try refusal(junk) == .syntax)
        #expect(throws: ManifestError.self) {
            try PropertyListValue(parsing: Array("bplist00".utf8) + junk.dropLast(8), file: "f")
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: [false, true])
    func `ten thousand mutations give a value or an error`(binary: Bool) throws {
        let original =
            binary ? BinaryPropertyListWriter.bytes(PropertyListFixtures.sepia) : PropertyListFixtures.sepia.xmlBytes()
        let tokens = [
            "<dict>", "</dict>", "<array>", "&", "<![CDATA[", "<!--", "#if\n", "#else\n", "\"", "<key>", "\u{FFFD}",
            "/>", "$(A)",
        ]
        var generator = SeededGenerator(seed: binary ? 2 : 3)
        var values = 0
        var refusals = 0
        for _ in 0..<10_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &generator)))
                case 3: bytes.insert(contentsOf: tokens.randomElement(using: &generator)!.utf8, at: place)
                default: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator)!
                }
            }
            do throws(ManifestError) {
                let value = try PropertyListValue(parsing: bytes, file: "f")
                values += 1
                try _ = AppexManifest(value, file: "f")
            } catch {
                refusals += 1
                #expect(error.found.utf8.count <= ManifestError.foundBytes)
                #expect(error.keyPath.utf8.count <= ManifestError.pathBytes)
            }
        }
        // Both outcomes have to occur, or the mutations do not reach beyond the first byte.
        #expect(values > 500)
        #expect(refusals > 500)
    }
}
