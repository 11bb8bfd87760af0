import AppexModel
import FuzzSupport
import Foundation
import Testing

@Suite struct ProgramSymbolsTests {
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }

    /// A symbol whose name begins at a place of the names; section 0 makes it undefined.
    private static func symbol(_ name: Int, section: Int) -> [UInt8] {
        number(name, 4) + [0, 0] + number(section, 2) + [UInt8](repeating: 0, count: 16)
    }

    /// An ELF file with a table of dynamic symbols.
    private static func file(names: [UInt8], symbols: [UInt8]) -> [UInt8] {
        func section(kind: Int, at offset: Int, size: Int, link: Int) -> [UInt8] {
            number(0, 4) + number(kind, 4) + number(0, 16) + number(offset, 8) + number(size, 8) + number(link, 4)
                + number(0, 20)
        }
        let start = 64 + names.count + symbols.count
        var header = ProgramFormat.header + [UInt8](repeating: 0, count: 44)
        header.replaceSubrange(40..<48, with: number(start, 8))
        header.replaceSubrange(58..<62, with: number(64, 2) + number(3, 2))
        return header + names + symbols + section(kind: 0, at: 0, size: 0, link: 0)
            + section(kind: 3, at: 64, size: names.count, link: 0)
            + section(kind: 11, at: 64 + names.count, size: symbols.count, link: 1)
    }

    /// `used` is undefined, `made` is defined in section 1.
    private static let library = file(
        names: [0] + "used".utf8 + [0] + "made".utf8 + [0],
        symbols: symbol(0, section: 0) + symbol(1, section: 0) + symbol(6, section: 1))

    @Test(arguments: [("appex_main", 1, true), ("appex_main", 0, false), ("appex_main2", 1, false), ("main", 1, false)])
    func `an object defines its entry under exactly this name`(name: String, section: Int, isEntry: Bool) {
        let object = Self.file(
            names: [0] + name.utf8 + [0], symbols: Self.symbol(0, section: 0) + Self.symbol(1, section: section))
        #expect(Self.symbols(object)?.definesEntry == isEntry)
    }

    @Test func `many symbols with the same long name take no more memory than is allowed`() {
        let names: [UInt8] = [0] + [UInt8](repeating: UInt8(ascii: "a"), count: 4096) + [0]
        let one = Self.symbol(1, section: 0)
        func object(_ count: Int) -> [UInt8] {
            Self.file(names: names, symbols: Self.symbol(0, section: 0) + (0..<count).flatMap { _ in one })
        }
        // 16 MiB of names.
        #expect(Self.symbols(object(4096))?.undefined.count == 4096)
        #expect(Self.symbols(object(4097)) == nil)
        // A name that is left out counts as well, because it is looked at.
        let long: [UInt8] = [0] + [UInt8](repeating: UInt8(ascii: "a"), count: 5000) + [0]
        let table = Self.symbol(0, section: 0) + (0..<4096).flatMap { _ in one }
        #expect(Self.symbols(Self.file(names: long, symbols: table)) == nil)
    }

    private static func symbols(_ bytes: [UInt8]) -> ProgramSymbols? {
        ProgramSymbols { offset, count in
            guard let start = Int(exactly: offset), count >= 0, start <= bytes.count, bytes.count - start >= count
            else {
                return nil
            }
            return Array(bytes[start..<start + count])
        }
    }

    @Test func `the undefined symbols are those that another library must define`() {
        #expect(Self.symbols(Self.library)?.undefined == ["used"])
    }

    @Test func `a program of this machine uses functions of the C library`() throws {
        let program = try Data(contentsOf: URL(filePath: "/proc/self/exe"))
        let found = try #require(Self.symbols(Array(program)))
        #expect(found.undefined.contains("malloc"))
        #expect(!found.undefined.contains(""))
    }

    @Test func `a part of a file, and other files, are not a program`() {
        for count in 0..<Self.library.count { #expect(Self.symbols(Array(Self.library[..<count])) == nil) }
        #expect(Self.symbols(Array("#!/bin/sh\n".utf8) + [UInt8](repeating: 10, count: 100)) == nil)
    }

    @Test func `whatever the bytes are, nothing is read outside of the file`() {
        var mutator = Mutator(seed: 20_261_126)
        var read = 0
        for _ in 0..<20_000 {
            if Self.symbols(mutator.mutate(Self.library, other: Self.library)) != nil { read += 1 }
        }
        // Otherwise the changes would only ever break the header.
        #expect(read > 1_000)
    }
}
