/// The libraries that a program names, and where it looks for them, read from its ELF dynamic section (rule V9).
///
/// Source: https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.dynamic.html
package struct ProgramLibraries: Sendable, Hashable {
    /// The names of the libraries, such as `libc.so.6`; empty for a program that is linked statically.
    package let names: [String]
    /// The folders to look in before those of the system, with `$ORIGIN` for the folder of the program.
    package let folders: [String]

    /// Reads parts of a file: `count` bytes at `offset`, or nil if the file is shorter.
    package typealias Reader = (_ offset: UInt64, _ count: Int) -> [UInt8]?

    private static let loadSegment: UInt64 = 1
    private static let dynamicSegment: UInt64 = 2
    private static let needed: UInt64 = 1
    private static let stringTable: UInt64 = 5
    private static let stringTableSize: UInt64 = 10
    private static let searchPath: UInt64 = 15
    private static let runPath: UInt64 = 29

    /// The maximum number of segments, of bytes of the dynamic section, and of bytes of its names. Real programs have about 10, 1 KiB
    /// and, with all names of a Swift runtime, 8 MiB.
    private static let segmentLimit = 64
    private static let dynamicLimit = 64 << 10
    private static let namesLimit: UInt64 = 64 << 20
    /// The maximum number of libraries and of folders that are read; real programs have up to 60 and 3.
    private static let libraryLimit = 256
    private static let folderLimit = 16
    /// The maximum length of a name in bytes.
    private static let nameLimit = 4096

    /// Reads a program of this machine's class and byte order, which is untrusted.
    ///
    /// - Returns: nil for a file that is not a whole program.
    package init?(_ read: Reader) {
        guard let header = read(0, 64), header[..<6] == ProgramFormat.header[..<6] else { return nil }
        let (start, size, count) = (
            Self.number(header, 32, 8), Self.number(header, 54, 2), Int(Self.number(header, 56, 2))
        )
        guard size == 56, count <= Self.segmentLimit, let table = read(start, count * 56) else { return nil }
        let segments = (0..<count).map { Segment(table, at: $0 * 56) }
        guard let dynamic = segments.first(where: { $0.kind == Self.dynamicSegment }) else {
            (names, folders) = ([], [])
            return
        }
        guard dynamic.size <= Self.dynamicLimit, let section = read(dynamic.offset, Int(dynamic.size)) else {
            return nil
        }
        let entries = (0..<section.count / 16).map {
            (Self.number(section, $0 * 16, 8), Self.number(section, $0 * 16 + 8, 8))
        }
        .prefix { $0.0 != 0 }
        func value(_ tag: UInt64) -> UInt64? { entries.first { $0.0 == tag }?.1 }
        guard let address = value(Self.stringTable), let length = value(Self.stringTableSize),
            length <= Self.namesLimit,
            let segment = segments.first(where: { $0.kind == Self.loadSegment && $0.contains(address) })
        else { return nil }
        func text(_ place: UInt64) -> String? {
            guard place < length else { return nil }
            let limit = Int(min(UInt64(Self.nameLimit), length - place))
            return read(segment.offset &+ (address - segment.address) &+ place, limit).map {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        names = entries.lazy.filter { $0.0 == Self.needed }.prefix(Self.libraryLimit).compactMap { text($0.1) }
        folders =
            (value(Self.runPath) ?? value(Self.searchPath)).flatMap(text)?
            .parts(at: ":").prefix(Self.folderLimit).map(String.init) ?? []
    }

    private struct Segment {
        let kind, offset, address, size: UInt64

        init(_ table: [UInt8], at place: Int) {
            kind = number(table, place, 4)
            offset = number(table, place + 8, 8)
            address = number(table, place + 16, 8)
            size = number(table, place + 32, 8)
        }

        func contains(_ address: UInt64) -> Bool { address >= self.address && address - self.address < size }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
    }
}
