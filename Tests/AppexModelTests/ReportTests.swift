import AppexModel
import Foundation
import Testing

/// Reports as values and as JSON.
@Suite struct ReportTests {
    @Test(arguments: [
        "", "20260301-120359", "20260301-120359-4170", "20260301-120359-41a", "20260301_120359_417",
        "-20260301-120359-417",
        "20260301-120359-417/", "٢٠٢٦٠٣٠١-١٢٠٣٥٩-٤١٧", "../../../etc-passwd-000",
    ])
    func `what is no identifier is refused`(text: String) {
        #expect(ReportIdentifier(rawValue: text) == nil)
        #expect(ReportFileName("\(text).a.b.json") == nil)
    }

    @Test(arguments: [
        (0, "19700101-000000-000"), (1_772_366_639.417, "20260301-120359-417"), (1e15, "99991231-235959-999"),
    ])
    func `an identifier is the instant in UTC`(seconds: Double, text: String) {
        let identifier = ReportIdentifier(at: Date(timeIntervalSince1970: seconds))
        #expect(identifier.rawValue == text)
        #expect(ReportIdentifier(rawValue: text) == identifier)
    }

    @Test func `the name of a file says whose report it is`() throws {
        let name = try #require(ReportFileName("20260301-120359-417.org.example.App.Ext.json"))
        #expect(name.identifier.rawValue == "20260301-120359-417")
        #expect(name.appExtension.rawValue == "org.example.App.Ext")
        #expect(ReportFileName(name.text) == name)
        for text in ["20260301-120359-417.json", "20260301-120359-417..json", "20260301-120359-417.a/b.json"] {
            #expect(ReportFileName(text) == nil)
        }
    }

    @Test func `the keys are those of the document`() throws {
        let text = String(decoding: try ReportJSON.bytes(of: Self.report), as: UTF8.self)
        for key in [
            "format", "id", "kind", "summary", "extension", "app", "point", "software", "pid", "started", "ended",
            "age",
            "signal", "usage", "fatalError", "requests", "log", "isAnswered", "peakMemory",
        ] { #expect(text.contains("\"\(key)\" : "), "\(key)") }
        #expect(text.contains("\"2026-03-01T12:03:59.417Z\""))
        #expect(!text.contains("exitStatus"))
        #expect(try ReportJSON.report(from: Array(text.utf8)) == Self.report)
    }

    @Test func `whatever a file holds is a report or an error`() throws {
        let bytes = try ReportJSON.bytes(of: Self.report)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var mutated = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                mutated[Int.random(in: mutated.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? ReportJSON.report(from: mutated)
            _ = try? ReportJSON.report(from: Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))))
        }
        for text in ["", "null", "{}", "[]", "{\"format\":1}", String(repeating: "[", count: 100_000)] {
            #expect(throws: (any Error).self) { try ReportJSON.report(from: Array(text.utf8)) }
        }
        for date in [
            "9223372036854775807-03-01T12:03:59.417Z", "2026-99-99T99:99:99.999Z", "2026-03-01T12:03:59.", "-",
        ] {
            let text = String(decoding: bytes, as: UTF8.self).replacing("2026-03-01T12:03:59.417Z", with: date)
            _ = try? ReportJSON.report(from: Array(text.utf8))
        }
        let later = String(decoding: bytes, as: UTF8.self).replacing("\"format\" : 1", with: "\"format\" : 2")
        #expect(throws: DecodingError.self) { try ReportJSON.report(from: Array(later.utf8)) }
    }

    @Test(arguments: ["", "no line", "2026-03-01T12:03:59.417Z", "2026-03-01T12:03:59.417Z 12", "short 12 text"])
    func `what is no line of a log is none`(text: String) {
        #expect(LogLine(text) == nil)
    }

    @Test func `a line of a log has time, process and whatever text`() {
        let line = LogLine(LogLine.prefix(time: "2026-03-01T12:03:59.417Z", pid: 12) + " 2 3  ")
        #expect(line?.time == "2026-03-01T12:03:59.417Z")
        #expect(line?.pid == 12)
        #expect(line?.text == " 2 3  ")
    }

    private static let report: ExtensionReport = {
        let ended = Date(timeIntervalSince1970: 1_772_366_639.417)
        var report = ExtensionReport(
            identifier: ReportIdentifier(at: ended), kind: .crash, summary: "a.b.c crashed (SIGSEGV).",
            appExtension: .init(identifier: "a.b.c", name: "C", version: "1.0", build: "7"),
            point: "com.apple.services",
            app: .init(identifier: "a.b", name: "B"), started: ended - 2.5, ended: ended, age: 2.5)
        report.pid = 12
        report.signal = .init(number: 11, name: "SIGSEGV")
        report.usage = .init(userTime: 0.5, systemTime: 0, peakMemory: 4096)
        report.fatalError = "F.swift:1: Fatal error: \"no\""
        report.requests = [.init(age: 1, isAnswered: true, items: 1, attachments: 0, types: [])]
        report.log = ["one", "two"]
        return report
    }()
}
