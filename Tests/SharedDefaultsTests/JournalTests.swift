import AppexModel
import Testing

@testable import OpenFoundation

@Suite struct JournalTests {
    private static let values: [PropertyListValue] = [
        .boolean(true), .boolean(false), .integer(.min), .integer(0), .real(-0.5), .date(0), .string(""),
        .string("ä\0b"),
        .data([]), .data([0, 1, 0xFF, 0]), .array([]), .array([.integer(1), .array([.string("x")])]),
        .dictionary(["k": .dictionary(["": .boolean(true)])]),
    ]

    private static var changes: [JournalRecord.Change] {
        values.map { .set("key", $0) } + [.remove("key"), .replace([:]), .replace(["k": .array([.integer(1)])]), .seal]
    }

    private static func frame(_ change: JournalRecord.Change, _ number: UInt64 = 1) -> [UInt8] {
        JournalFrame.bytes(of: JournalRecord(change, writer: 7, number: number))
    }

    @Test(arguments: changes) func `a record is read as it was written`(change: JournalRecord.Change) {
        var parser = JournalParser()
        let records = parser.records(in: Self.frame(change, 3))
        #expect(records == [JournalRecord(change, writer: 7, number: 3)])
    }

    @Test func `bytes of every length are stuffed without zeros and restored`() {
        for length in 0...1024 {
            for bytes in [[UInt8](repeating: 0, count: length), [UInt8](repeating: 9, count: length)] {
                for last in [nil, 0, 9] as [UInt8?] {
                    let bytes = bytes + (last.map { [$0] } ?? [])
                    var frame: [UInt8] = []
                    JournalFrame.stuff(bytes, into: &frame)
                    #expect(!frame.contains(0))
                    #expect(JournalFrame.unstuffed(frame[...]) == bytes, "\(length) \(last as Any)")
                }
            }
        }
    }

    @Test func `a record that is cut off anywhere is skipped, and the next one is read`() {
        let torn = Self.frame(.set("torn", .data(Array(0...255))))
        let next = Self.frame(.set("next", .integer(1)), 2)
        for length in 0..<torn.count - 1 {
            var parser = JournalParser()
            let records = parser.records(in: torn.prefix(length) + next)
            #expect(records.map(\.number) == [2], "cut off after \(length) bytes")
        }
    }

    @Test func `a record in which any byte was changed is skipped`() {
        let frame = Self.frame(.set("key", .string("value")))
        for index in 1..<frame.count - 1 {
            var changed = frame
            changed[index] ^= 0x40
            var parser = JournalParser()
            #expect(parser.records(in: changed).isEmpty, "byte \(index)")
        }
    }

    @Test func `a record that arrives byte by byte is read once`() {
        var parser = JournalParser()
        let records = Self.frame(.set("key", .string("value"))).flatMap { parser.records(in: [$0]) }
        #expect(records.count == 1)
    }

    @Test func `values nested beyond the limit are not records`() {
        func nested(_ depth: Int) -> PropertyListValue { depth == 1 ? .array([]) : .array([nested(depth - 1)]) }
        var parser = JournalParser()
        #expect(parser.records(in: Self.frame(.set("k", nested(JournalRecord.depth)))).count == 1)
        #expect(parser.records(in: Self.frame(.set("k", nested(JournalRecord.depth + 1)))).isEmpty)
        #expect(parser.records(in: Self.frame(.set("k", nested(5_000)))).isEmpty)
    }

    @Test func `a frame beyond the limit is skipped, and the next one is read`() {
        var parser = JournalParser()
        let long = [UInt8](repeating: 9, count: JournalFrame.limit + 1)
        #expect(parser.records(in: [0] + long + Self.frame(.remove("k"))).map(\.change) == [.remove("k")])
    }

    private static func list(_ count: Int) -> PropertyListValue {
        .array(Array(repeating: .boolean(true), count: count - 1))
    }

    @Test func `what a process writes is bounded, and what makes a domain smaller is always possible`() {
        let limit = DefaultsContents.writableSize.count
        // A line of a list takes at most 80 bytes, so the number of bytes is reached first.
        let bytes = DefaultsContents.writableSize.bytes / 80 - 1
        #expect(bytes < limit)
        let contents = DefaultsContents()
        #expect(contents.hasRoom(for: .set("", Self.list(bytes))))
        #expect(
            !contents.hasRoom(for: .set("", Self.list(bytes + 1)))
                && !contents.hasRoom(for: .replace(["": Self.list(bytes + 1)])))
        let full = DefaultsContents(["k": Self.list(bytes + 100)])
        #expect(!full.hasRoom(for: .set("l", .integer(1))))
        #expect(full.hasRoom(for: .set("k", Self.list(bytes + 50))) && full.hasRoom(for: .remove("k")))
    }

    @Test func `what a process reads is bounded by twice as much, and nothing is counted again`() {
        let half = DefaultsContents.writableSize.bytes / 80 - 2
        var contents = DefaultsContents()
        contents.apply(.set("", Self.list(half)))
        contents.apply(.set("b", Self.list(half)))
        for key in ["c", "c", "c"] { contents.apply(.set(key, Self.list(10))) }
        #expect(contents.values.keys.sorted() == ["", "b"])
        for _ in 0..<3 { contents.apply(.set("b", Self.list(half))) }
        contents.apply(.remove("b"))
        contents.apply(.set("c", Self.list(10)))
        #expect(contents.values.keys.sorted() == ["", "c"])
        contents.apply(.replace(["d": .integer(1)]))
        contents.apply(.set("e", Self.list(2 * half + 10)))
        #expect(contents.values.keys.sorted() == ["d"])
    }

    @Test func `the size that is counted is at least that of the property list`() {
        let text =
            String(String.UnicodeScalarView((0...0x300).compactMap(Unicode.Scalar.init))) + "\u{FFFE}\u{FFFF}\u{1F600}"
        var deep = PropertyListValue.string(text)
        for _ in 0..<30 { deep = .dictionary([text: deep]) }
        for value in Self.values + [deep, .data([UInt8](repeating: 1, count: 1001)), .real(.leastNonzeroMagnitude)] {
            let written = PropertyListValue.dictionary(["": value]).xmlBytes().count
            let empty = PropertyListValue.dictionary(["": .array([])]).xmlBytes().count - 30
            #expect(value.size(of: "").bytes >= written - empty)
        }
    }
}
