import AppexModel
import Testing

@Suite struct LogRecordTests {
    @Test func `a record is read as it was written`() throws {
        let record = LogRecord(
            level: .warning, label: "org.example.Sepia", message: "it took long",
            metadata: ["seconds": "2", "file": "a b"])
        #expect(record.description == #"[warning] org.example.Sepia: it took long file="a b" seconds=2"#)
        #expect(LogRecord(record.description) == record)
    }

    @Test func `a message stays one line, and what steers a terminal becomes a space`() {
        let record = LogRecord(
            level: .info, label: "a: b\n", message: "one\ntwo\u{1B}[31m", metadata: ["k\n": "x\ny"])
        #expect(record.description == #"[info] a__b\n: one\ntwo [31m k\n="x\ny""#)
        let turned = LogRecord(level: .info, label: "a", message: "b", metadata: ["c": "x \u{202E}y"])
        #expect(turned.description.unicodeScalars.allSatisfy { $0.isVisible })
        #expect(LogRecord(record.description)?.label == "a__b\\n")
    }

    @Test(arguments: [4096, 10_000_000])
    func `a record fits into one piece of a pipe, whatever is logged`(count: Int) {
        let long = String(repeating: "é", count: count)
        for record in [
            LogRecord(level: .critical, label: "a", message: long, metadata: [:]),
            LogRecord(level: .critical, label: long, message: "a", metadata: [:]),
            LogRecord(level: .critical, label: "a", message: "a", metadata: ["k": long, long: "v"]),
        ] {
            #expect(record.description.utf8.count <= LogRecord.limit)
            #expect(record.description.contains("…"))
            #expect(!record.description.contains("\u{FFFD}"))
        }
    }

    @Test(arguments: [
        "", "[", "[info]", "[info] ", "[info] a", "[info] a:", "[info] : b", "[info] a b: c", "[loud] a: b",
        "info a: b",
        "[info]a: b", "x [info] a: b",
    ])
    func `a line that was only printed is no record`(text: String) {
        #expect(LogRecord(text) == nil)
    }

    @Test func `levels are ordered by how severe they are`() {
        #expect(LogRecord.Level.allCases == LogRecord.Level.allCases.sorted())
        #expect(LogRecord.Level.notice < .warning)
    }
}
