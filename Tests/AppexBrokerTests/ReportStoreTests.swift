import AppexBroker
import AppexModel
import Foundation
import Glibc
import SystemPackage
import Testing

/// The folder of a device's reports.
@Suite struct ReportStoreTests {
    @Test func `a report reads as it was written, and only the user can read it`() throws {
        try ScratchFolder.with { folder in
            let store = ReportStore(folder: folder.appending("Reports"))
            var report = try report(of: "a.b", at: 100.25)
            report.signal = .init(number: SIGSEGV, name: "SIGSEGV")
            report.usage = .init(userTime: 0.5, systemTime: 0.25, peakMemory: 1 << 20)
            report.requests = [.init(age: 1, isAnswered: false, items: 1, attachments: 2, types: ["public.jpeg"])]
            report.log = ["one", "\u{1F600} \"two\" \\"]
            #expect(try store.add(report, of: identifier("a.b")) == report.identifier)
            let file = folder.appending("Reports/19700101-000140-250.a.b.json")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file.string))
            #expect(try ReportJSON.report(from: Array(bytes)) == report)
            for (path, mode) in [(folder.appending("Reports"), 0o700), (file, 0o600)] as [(FilePath, mode_t)] {
                var status = stat()
                #expect(stat(path.string, &status) == 0 && status.st_mode & 0o777 == mode)
            }
        }
    }

    @Test func `a report with the longest of everything can be read again`() throws {
        try ScratchFolder.with { folder in
            let store = ReportStore(folder: folder)
            var report = try report(of: "a.b", at: 1)
            // Each character is escaped in JSON, so it takes two bytes.
            let text = String(repeating: "\"", count: 512)
            let frames = (0..<BacktraceFrame.limit).compactMap {
                BacktraceFrame.read("appex-frame \($0) \(text.prefix(256)) 0x1 \(text)\(text)")?.frame
            }
            report.backtrace = frames
            report.log = Array(repeating: String(text.prefix(160)), count: 50)
            report.fatalError = String(repeating: "\"", count: 4096)
            report.requests = Array(
                repeating: .init(
                    age: 1, isAnswered: false, items: 1, attachments: 1,
                    types: Array(repeating: String(text.prefix(128)), count: 16)), count: ExtensionReport.requestLimit)
            #expect(try ReportJSON.bytes(of: report).count > ReportJSON.limit)
            let identifier = try store.add(report, of: identifier("a.b"))
            let file = folder.appending("\(identifier.rawValue).a.b.json")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file.string))
            #expect(bytes.count <= ReportJSON.limit)
            let read = try ReportJSON.report(from: Array(bytes))
            // The names of functions go first, and that is enough.
            #expect(read.backtrace?.map(\.module) == frames.map(\.module))
            #expect(read.log == report.log)
        }
    }

    @Test func `a report that just fits is kept as it is`() throws {
        var report = try report(of: "a.b", at: 1)
        report.backtrace = [BacktraceFrame(module: "m", offset: "0x1", function: "f")]
        report.log = [""]
        let room = ReportJSON.limit - (try ReportJSON.bytes(of: report).count)
        report.log = [String(repeating: "x", count: room)]
        #expect(try ReportJSON.report(from: report.boundedBytes()) == report)
        report.log = [String(repeating: "x", count: room + 1)]
        let cut = try ReportJSON.report(from: report.boundedBytes())
        #expect(cut.log == report.log)
        #expect(cut.backtrace == [BacktraceFrame(module: "m", offset: "0x1")])
    }

    @Test func `two reports of one instant have identifiers of their own`() throws {
        try ScratchFolder.with { folder in
            let store = ReportStore(folder: folder)
            let made = try (0..<3).map { _ in try store.add(report(of: "a.b", at: 7), of: identifier("a.b")) }
            #expect(made.map(\.rawValue) == ["19700101-000007-000", "19700101-000007-001", "19700101-000007-002"])
            for (name, identifier) in zip(try names(folder).sorted(), made) {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.appending(name).string))
                #expect(try ReportJSON.report(from: Array(bytes)).identifier == identifier)
            }
        }
    }

    @Test func `an extension that crashes again and again pushes out its own reports only`() throws {
        try ScratchFolder.with { folder in
            let store = ReportStore(folder: folder, limits: .init(ofDevice: 10, ofExtension: 4))
            _ = try store.add(report(of: "good", at: 0), of: identifier("good"))
            for second in 1...30 { _ = try store.add(report(of: "bad", at: Double(second)), of: identifier("bad")) }
            #expect(
                try names(folder).sorted()
                    == ["000000-000.good", "000027-000.bad", "000028-000.bad", "000029-000.bad", "000030-000.bad"]
                    .map { "19700101-\($0).json" })
        }
    }

    @Test func `when there are too many in all, the oldest of whoever has most goes`() throws {
        try ScratchFolder.with { folder in
            let store = ReportStore(folder: folder, limits: .init(ofDevice: 4, ofExtension: 4))
            for (second, name) in ["one", "two", "two", "two", "three", "four"].enumerated() {
                _ = try store.add(report(of: name, at: Double(second)), of: identifier(name))
            }
            #expect(
                try names(folder).sorted()
                    == ["0-000.one", "3-000.two", "4-000.three", "5-000.four"].map { "19700101-00000\($0).json" })
        }
    }

    @Test func `a new report stays although the clock was set back while the folder was full`() throws {
        try ScratchFolder.with { folder in
            let store = ReportStore(folder: folder, limits: .init(ofDevice: 2, ofExtension: 2))
            for second in [100, 101, 50] {
                _ = try store.add(report(of: "a.b", at: Double(second)), of: identifier("a.b"))
            }
            #expect(try names(folder).contains("19700101-000050-000.a.b.json"))
            // The next one makes room again, the oldest first.
            _ = try store.add(report(of: "a.b", at: 102), of: identifier("a.b"))
            #expect(
                try names(folder).sorted() == ["0141-000", "0142-000"].map { "19700101-00\($0).a.b.json" })
        }
    }

    @Test func `what else lies in the folder is left alone and not counted`() throws {
        try ScratchFolder.with { folder in
            let strangers = ["note.txt", "note.new", "1-2-3.a.json", "19700101-000000-000.json"]
            let unfinished = "19700101-000000-000.a.b.json.new"
            for name in strangers + [unfinished] {
                try Data("x".utf8).write(to: URL(fileURLWithPath: folder.appending(name).string))
            }
            mkdir(folder.appending("19700101-000000-001.a.b.json").string, 0o700)
            let store = ReportStore(folder: folder, limits: .init(ofDevice: 1, ofExtension: 1))
            for second in 1...3 { _ = try store.add(report(of: "a.b", at: Double(second)), of: identifier("a.b")) }
            #expect(Set(strangers).isSubset(of: try names(folder)))
            #expect(try !names(folder).contains(unfinished))
            #expect(try names(folder).contains("19700101-000003-000.a.b.json"))
        }
    }

    @Test func `a report that cannot be written is an error, and leaves nothing`() throws {
        try ScratchFolder.with { folder in
            let blocked = folder.appending("Reports")
            try Data().write(to: URL(fileURLWithPath: blocked.string))
            let store = ReportStore(folder: blocked)
            #expect(throws: Errno.self) { try store.add(report(of: "a.b", at: 1), of: identifier("a.b")) }
            #expect(try names(folder) == ["Reports"])
        }
    }

    @Test func `a report may fill its file to the last byte, and of a larger one less is kept`() throws {
        try ScratchFolder.with { folder in
            let store = ReportStore(folder: folder)
            for excess in [0, 1] {
                var full = try report(of: "a.b", at: Double(excess))
                full.log = [""]
                let room = ReportJSON.limit - (try ReportJSON.bytes(of: full)).count
                full.log = [String(repeating: "x", count: room + excess)]
                #expect(try ReportJSON.bytes(of: full).count == ReportJSON.limit + excess)
                let name = ReportFileName(
                    identifier: try store.add(full, of: identifier("a.b")), appExtension: try identifier("a.b"))
                let kept = try ReportFile(name, in: folder).report()
                #expect(kept.log == (excess == 0 ? full.log : []))
                #expect(kept.summary == full.summary)
            }
        }
    }

    @Test func `what makes a report too large goes in the order of its worth, as far as is needed`() throws {
        let long = String(repeating: "\u{300}", count: 40_000)
        var large = try report(of: "a.b", at: 1)
        large.curve = [.init(time: 1, memory: 2, processorTime: 3)]
        large.log = ["old" + long, "new"]
        #expect(try ReportJSON.report(from: large.boundedBytes()).log == large.log)
        large.log = ["old" + long + long, "new"]
        var kept = try ReportJSON.report(from: large.boundedBytes())
        #expect(kept.curve == [] && kept.log == ["new"])
        large.log = []
        large.backtrace = [.init(module: "m", offset: "0x1", function: long + long)]
        kept = try ReportJSON.report(from: large.boundedBytes())
        #expect(kept.backtrace == [.init(module: "m", offset: "0x1")])
        large.backtrace = [.init(module: long + long, offset: "0x1")]
        #expect(try ReportJSON.report(from: large.boundedBytes()).backtrace == nil)
        large.requests = [.init(age: 1, isAnswered: true, items: 1, attachments: 1, types: [long + long])]
        #expect(try ReportJSON.report(from: large.boundedBytes()).requests.first?.types == [])
        large.summary = long + long
        #expect(throws: ReportTooLarge.self) { try large.boundedBytes() }
    }

    @Test func `a report that cannot be read says which it is and why`() throws {
        try ScratchFolder.with { folder in
            let good = try ReportJSON.bytes(of: report(of: "a.b", at: 1))
            let padded = good + [UInt8](repeating: 0x20, count: ReportJSON.limit - good.count)
            let cases: [([UInt8], String?)] = [
                (padded, nil), (padded + [0x20], "the file has more than \(ReportJSON.limit) bytes"),
                (Array(good.dropLast()), "the file does not contain a report that this version can read"),
                ([], "the file does not contain a report that this version can read"),
                (
                    try ReportJSON.bytes(of: report(of: "a.c", at: 1)),
                    "the file contains a report with a different name"
                ),
                (
                    try ReportJSON.bytes(of: report(of: "a.b", at: 2)),
                    "the file contains a report with a different name"
                ),
            ]
            let name = ReportFileName(
                identifier: ReportIdentifier(at: Date(timeIntervalSince1970: 1)), appExtension: try identifier("a.b"))
            for (bytes, reason) in cases {
                try Data(bytes).write(to: URL(fileURLWithPath: folder.appending(name.text).string))
                let result = Result { () throws(UnreadableReport) in try ReportFile(name, in: folder).report() }
                switch result {
                case .success: #expect(reason == nil)
                case .failure(let error):
                    #expect(error.reason == reason)
                    #expect(error.identifier == name.identifier && error.appExtension == "a.b")
                }
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `on a full disk a report is an error and a log tells how many lines are missing, and what was there stays`()
        throws
    {
        try ScratchFolder.with { folder in
            let disk = folder.appending("disk")
            mkdir(disk.string, 0o700)
            try #require(mount("tmpfs", disk.string, "tmpfs", 0, "size=64k,mode=700") == 0)
            defer { umount2(disk.string, CInt(MNT_DETACH)) }
            let store = ReportStore(folder: disk.appending("Reports"))
            let old = try store.add(report(of: "a.b", at: 1), of: identifier("a.b"))
            let log = disk.appending("x.log")
            let file = RotatingFile(log)
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [UInt8(ascii: "\n")]
            for _ in 0..<100 { line.withUnsafeBytes { file.append($0) } }
            let written = try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n")
            #expect(written.count < 100 && written.allSatisfy { $0.utf8.count == 999 })
            #expect(throws: Errno.noSpace) { try store.add(report(of: "a.b", at: 2), of: identifier("a.b")) }
            let name = ReportFileName(identifier: old, appExtension: try identifier("a.b"))
            #expect(try names(disk.appending("Reports")) == [name.text])
            #expect(try ReportFile(name, in: disk.appending("Reports")).report().identifier == old)
            try #require(mount("tmpfs", disk.string, "tmpfs", UInt(MS_REMOUNT), "size=1m") == 0)
            line.withUnsafeBytes { file.append($0) }
            let lines = try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n")
            #expect(lines.dropLast(2) == written[...])
            #expect(lines.dropLast().last == "… \(100 - written.count) lines could not be written here")
            _ = try store.add(report(of: "a.b", at: 2), of: identifier("a.b"))
        }
    }

    private func identifier(_ text: String) throws -> BundleIdentifier {
        try #require(BundleIdentifier(rawValue: text))
    }

    private func names(_ folder: FilePath) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.string)
    }

    private func report(of name: String, at seconds: Double) throws -> ExtensionReport {
        let date = Date(timeIntervalSince1970: seconds)
        return ExtensionReport(
            identifier: ReportIdentifier(at: date), kind: .crash, summary: "\(name) crashed.",
            appExtension: .init(identifier: name, name: "Name", version: "1.0"), point: "com.apple.services",
            app: .init(identifier: "a", name: "App"), started: date - 1, ended: date, age: 1)
    }
}

/// A folder of a test's own.
enum ScratchFolder {
    static func with(_ body: (FilePath) throws -> Void) throws {
        let folder = FilePath("/tmp/appex-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try body(folder)
    }
}
