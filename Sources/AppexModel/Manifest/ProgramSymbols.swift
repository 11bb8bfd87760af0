/// The symbols that a program or library uses and that others must define, read from its ELF dynamic symbol table.
///
/// Source: https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.symtab.html
package struct ProgramSymbols: Sendable, Hashable {
    /// The names of the undefined symbols, in the order of the table; empty for a program that is linked statically.
    package let undefined: [String]
    /// Whether it defines the function with which an object of a shared runtime begins (``RuntimeIdentifier/entry``).
    package let definesEntry: Bool

    private static let dynamicSymbols: UInt64 = 11
    /// The sizes in bytes of a section header, and of a symbol.
    private static let sectionBytes = 64
    private static let symbolBytes = 24
    /// The maximum number of sections, and of bytes of the symbols and of their names. Real programs have about 40 sections and, with
    /// all of a Swift runtime, 2 MiB of symbols and 8 MiB of names.
    private static let sectionLimit = 1_024
    private static let tableLimit: UInt64 = 32 << 20
    /// The maximum number of bytes of the names of all undefined symbols; an extension has about 100 kB.
    private static let undefinedLimit = 16 << 20
    /// The maximum length of a name in bytes; longer ones are left out.
    private static let nameLimit = 4_096

    /// Reads a program of this machine's class and byte order, which is untrusted.
    ///
    /// - Returns: nil for a file that is not a whole program.
    package init?(_ read: ProgramLibraries.Reader) {
        guard let header = read(0, 64), header[..<6] == ProgramFormat.header[..<6] else { return nil }
        let (start, size, count) = (
            Self.number(header, 40, 8), Self.number(header, 58, 2), Int(Self.number(header, 60, 2))
        )
        guard start != 0, count > 0 else {
            (undefined, definesEntry) = ([], false)
            return
        }
        guard size == Self.sectionBytes, count <= Self.sectionLimit, let table = read(start, count * Self.sectionBytes)
        else { return nil }
        let sections = (0..<count).map { Section(table, at: $0 * Self.sectionBytes) }
        guard let symbols = sections.first(where: { $0.kind == Self.dynamicSymbols }) else {
            (undefined, definesEntry) = ([], false)
            return
        }
        guard symbols.link < count, symbols.size <= Self.tableLimit,
            sections[Int(symbols.link)].size <= Self.tableLimit,
            let entries = read(symbols.offset, Int(symbols.size)),
            let names = read(sections[Int(symbols.link)].offset, Int(sections[Int(symbols.link)].size))
        else { return nil }
        let entry = Array(RuntimeIdentifier.entry.utf8) + [0]
        var found: [String] = []
        var (left, definesEntry) = (Self.undefinedLimit, false)
        for place in stride(from: 0, through: entries.count - Self.symbolBytes, by: Self.symbolBytes) {
            let name = Int(Self.number(entries, place, 4))
            // The first entry of the table is empty.
            guard name > 0, name < names.count else { continue }
            // The section of an undefined symbol is 0.
            guard Self.number(entries, place + 6, 2) == 0 else {
                definesEntry = definesEntry || names[name...].starts(with: entry)
                continue
            }
            let text = names[name...].prefix(Self.nameLimit + 1).prefix { $0 != 0 }
            // Any number of symbols can have the same long name.
            left -= text.count
            guard left >= 0 else { return nil }
            guard !text.isEmpty, text.count <= Self.nameLimit else { continue }
            found.append(String(decoding: text, as: UTF8.self))
        }
        (undefined, self.definesEntry) = (found, definesEntry)
    }

    private struct Section {
        let kind, offset, size, link: UInt64

        init(_ table: [UInt8], at place: Int) {
            kind = number(table, place + 4, 4)
            offset = number(table, place + 24, 8)
            size = number(table, place + 32, 8)
            link = number(table, place + 40, 4)
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
    }
}
