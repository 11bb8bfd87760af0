import AppexModel
import Testing

private func parse(_ objects: [[UInt8]], top: Int = 0) throws(ManifestError) -> PropertyListValue {
    try PropertyListValue(parsing: BinaryPropertyListWriter.assemble(objects: objects, top: top), file: "b.plist")
}

@Suite struct BinaryPropertyListTests {
    @Test func `a binary list equals its XML form`() throws {
        let value = PropertyListFixtures.setting(.string("Dunkelkämmer 😀"), at: "CFBundleName")
        #expect(try PropertyListValue(parsing: BinaryPropertyListWriter.bytes(value), file: "f") == value)
    }

    private static let integers: [(object: [UInt8], value: Int64)] = [
        ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFF], 65_535), ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
        ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], -2),
        ([0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], 7), ([0x14] + [UInt8](repeating: 0xFF, count: 16), -1),
    ]

    @Test(arguments: integers)
    func `integers of every width are read`(object: [UInt8], value: Int64) throws {
        #expect(try parse([object]) == .integer(value))
    }

    @Test func `an integer of 64 bits without a sign is read`() throws {
        let zeros = [UInt8](repeating: 0, count: 8)
        #expect(try parse([[0x14] + zeros + [UInt8](repeating: 0xFF, count: 8)]) == .unsigned(.max))
        #expect(try parse([[0x14] + zeros + [0x80] + zeros.dropLast()]) == .unsigned(1 << 63))
    }

    @Test func `the first value of a repeated key counts, and a remark says so`() throws {
        let bytes = BinaryPropertyListWriter.assemble(
            objects: [[0xD2, 0, 1, 0, 1, 0, 2, 0, 3], [0x51, 0x41], [0x09], [0x08]], top: 0)
        let (value, remarks) = try PropertyListValue.parse(bytes, file: "f")
        #expect(value == .dictionary(["A": .boolean(true)]))
        #expect(remarks.count == 1 && remarks.first?.contains("the key \"A\" twice") == true)
    }

    @Test func `single precision and UTF-8 strings are read`() throws {
        #expect(try parse([[0x22, 0x3F, 0xC0, 0, 0]]) == .real(1.5))
        #expect(try parse([[0x72, 0xC3, 0xA9]]) == .string("é"))
    }

    private static let brokenObjects: [[[UInt8]]] = [
        [[0x14] + [UInt8](repeating: 1, count: 16)], [[0x00]], [[0x0F]], [[0x15, 0]], [[0x20, 0]], [[0x30, 0]],
        [[0x80, 0]],
        [[0xB0]], [[0xC0]], [[0xE0]], [[0xF0]], [[0x51, 0x80]], [[0x61, 0xD8, 0x00]], [[0x71, 0xFF]], [[0x53, 0x41]],
        [[0x4F]], [[0x4F, 0x14]], [[0x4F, 0x51, 0x41]], [[0x4F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]],
        [[0xAF, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]],
        [[0xAF, 0x13, 255, 255, 255, 255, 255, 255, 255, 255]],
        [[0xDF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]], [[0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]],
        [[0xA1, 0, 9]], [[0xD1, 0, 1, 0, 1], [0x09]],
        [[0x14] + [UInt8](repeating: 0, count: 7) + [1] + [UInt8](repeating: 0, count: 8)],
    ]

    @Test(arguments: brokenObjects)
    func `broken objects are refused`(objects: [[UInt8]]) throws {
        let error = try #require(throws: ManifestError.self) { try parse(objects) }
        #expect(error.code == .syntax)
    }

    @Test(arguments: [1, 2, 255]) func `a top object that is none of the objects is refused for that`(top: Int) throws {
        #expect(try parse([[0x09]]) == .boolean(true))
        let error = try #require(throws: ManifestError.self) { try parse([[0x09]], top: top) }
        #expect(error.found.contains("a trailer that contradicts itself"))
    }

    @Test func `a list that contains itself is refused`() throws {
        #expect(try #require(throws: ManifestError.self) { try parse([[0xA1, 0, 0]]) }.code == .limit)
        let dictionary: [[UInt8]] = [[0xD1, 0, 1, 0, 0], [0x51, 0x41]]
        #expect(try #require(throws: ManifestError.self) { try parse(dictionary) }.code == .limit)
    }

    @Test func `a list whose tree is far larger than its file is refused`() throws {
        // 40 arrays, each naming the next ten times over: 10^40 leaves.
        let objects = (0..<40).map { index in
            BinaryPropertyListWriter.marker(0xA, 10)
                + (0..<10).flatMap { _ in BinaryPropertyListWriter.big(index + 1, 2) }
        }
        #expect(try #require(throws: ManifestError.self) { try parse(objects + [[0x09]]) }.code == .limit)
    }

    @Test func `one large string named many times is refused`() throws {
        let text = BinaryPropertyListWriter.marker(5, 30_000) + Array(repeating: 0x41, count: 30_000)
        let names = BinaryPropertyListWriter.marker(0xA, 1_000) + (0..<1_000).flatMap { _ in [0, 1] as [UInt8] }
        #expect(try #require(throws: ManifestError.self) { try parse([names, text]) }.code == .limit)
    }

    @Test func `exactly as many bytes of text are read as may be`() throws {
        let text = BinaryPropertyListWriter.marker(5, 4096) + Array(repeating: 0x41, count: 4096)
        func names(_ count: Int) -> [UInt8] {
            BinaryPropertyListWriter.marker(0xA, count) + (0..<count).flatMap { _ in [0, 1] as [UInt8] }
        }
        let most = PropertyListLimits.contentBytes / 4096
        #expect(throws: Never.self) { try parse([names(most), text]) }
        #expect(try #require(throws: ManifestError.self) { try parse([names(most + 1), text]) }.code == .limit)
    }

    @Test func `every truncation and every broken trailer byte gives an error or a value`() {
        let bytes = BinaryPropertyListWriter.bytes(PropertyListFixtures.sepia)
        for length in 0..<bytes.count {
            #expect(throws: ManifestError.self) { try PropertyListValue(parsing: Array(bytes[..<length]), file: "f") }
        }
        for index in (bytes.count - 32)..<bytes.count {
            for value in [0, 1, 9, 0x7F, 0x80, 0xFF] as [UInt8] {
                var broken = bytes
                broken[index] = value
                _ = try? PropertyListValue(parsing: broken, file: "f")
            }
        }
    }

    @Test func `a dictionary that is its own key is refused`() {
        // The dictionary, the table with its offset, and the trailer: sizes, one object, the first one, the table's place.
        let dictionary: [UInt8] = [0xD1, 0, 0]
        let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + Array(repeating: 0, count: 8)
        let bytes = Array("bplist00".utf8) + dictionary + [8] + trailer + [0, 0, 0, 0, 0, 0, 0, 11]
        let error = #expect(throws: ManifestError.self) { try PropertyListValue(parsing: bytes, file: "f") }
        #expect(error?.found.contains("a key that is not a string") == true)
    }
}
