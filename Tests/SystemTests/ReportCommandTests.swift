import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// `appex reports`, `logs`, `ps` and `top`.
@Suite(.timeLimit(.minutes(30))) struct ReportCommandTests {
    private struct Listing: Decodable {
        let reports: [Entry]
        let unreadable: [Unreadable]?

        struct Unreadable: Decodable {
            let id: String
            let `extension`: String
            let reason: String
        }

        struct Entry: Decodable {
            let id: String
            let kind: String
            let `extension`: Bundle
        }

        struct Bundle: Decodable {
            let identifier: String
        }
    }

    @Test func `reports are listed, shown in full and found by what an error says`() async throws {
        try await TestDevice.with { device in
            let none = try await device.appex("reports")
            #expect(none.status == 0 && none.output == "No reports are stored on this device.\n")
            #expect(device.broker == nil, "no broker is needed to look")
            try await device.install(
                TestApp(TestAppex(behaviour: "crash"), TestAppex("Other", behaviour: "exit")))
            let run = try await device.appex("run", fixtureIdentifier)
            #expect(try await device.appex("run", "org.example.Fixtures.Other").status == 4)
            let id = try #require(run.errors.firstMatch(of: /see `appex reports ([-0-9]+)`\./)?.output.1)
            // The newest first.
            let all: Listing = try await device.appex("reports", "--json").json()
            #expect(all.reports.map(\.kind) == ["exited", "crash"])
            #expect(all.reports.last?.id == String(id))
            #expect(all.reports.map(\.extension.identifier) == ["org.example.Fixtures.Other", fixtureIdentifier])
            let own: Listing = try await device.appex("reports", "--extension", fixtureIdentifier, "--json").json()
            #expect(own.reports.map(\.kind) == ["crash"])
            let one: Listing = try await device.appex("reports", "--limit", "1", "--json").json()
            #expect(one.reports.map(\.kind) == ["exited"])
            let table = try await device.appex("reports")
            #expect(table.output.contains("ID                   EXTENSION"), "\(table.output)")
            #expect(table.output.split(separator: "\n").count == 3)
            let full = try await device.appex("reports", String(id))
            #expect(full.status == 0, "\(full.errors)")
            #expect(full.output.hasPrefix("\(fixtureIdentifier) crashed (SIG"), "\(full.output)")
            #expect(full.output.contains("Fatal error: the fixture was told to crash"))
            #expect(full.output.contains("open for ") && full.output.contains("not answered, items: 1"))
            let entry: Listing.Entry = try await device.appex("reports", String(id), "--json").json()
            #expect(entry.id == String(id))
        }
    }

    @Test func `an extension of which nothing is known is told from one that is not there`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "uppercase"))
            for command in [["reports", "--extension"], ["logs"]] {
                #expect(try await device.appex(command + [fixtureIdentifier]).status == 0)
                let nobody = try await device.appex(command + ["org.example.Nobody"])
                #expect(nobody.status == 3)
                #expect(nobody.errors.contains("org.example.Nobody"), "\(nobody.errors)")
            }
            #expect(try await device.appex("disable", fixtureIdentifier).status == 0)
            #expect(try await device.appex("logs", fixtureIdentifier).status == 0)
            // Of an app as well, before it was opened.
            let app = try await device.appex("logs", "org.example.Fixtures")
            #expect(app.status == 0 && app.output == "org.example.Fixtures has printed nothing.\n", "\(app.errors)")
            #expect(try await device.appex("reports", "--limit", "0").status == 2)
        }
    }

    @Test func `files that hold no report are listed as such`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "crash"))
            _ = try await device.appex("run", fixtureIdentifier)
            let report = try #require(device.reports.first)
            let folder = device.place.layout.reports
            let files: [(String, String)] = [
                ("20260101-000000-000.a.json", ""), ("20260101-000000-001.a.json", "{\"format\":1}"),
                ("20260101-000000-002.a.json", String(repeating: "[", count: 200_000)),
                ("20260101-000000-003.\u{1B}[31m.json", "x"),
            ]
            for (name, text) in files {
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder.appending(name).string))
            }
            // One under the name of another, a link, a pipe that nobody writes to, a folder.
            let original = try #require(device.files(in: "device/Library/Reports").first { $0.string.contains("Fixt") })
            try FileManager.default.copyItem(
                atPath: folder.pushing(original).string,
                toPath: folder.appending("20260101-000000-004.a.json").string)
            symlink("/etc/passwd", folder.appending("20260101-000000-005.a.json").string)
            mkfifo(folder.appending("20260101-000000-006.a.json").string, 0o600)
            mkdir(folder.appending("20260101-000000-007.a.json").string, 0o700)
            let run = try await device.appex("reports", "--json")
            #expect(run.status == 0)
            #expect(try run.json(Listing.self).reports.map(\.id) == [report.identifier.rawValue])
            let unreadable = try run.json(Listing.self).unreadable ?? []
            #expect(unreadable.map(\.id) == [7, 6, 5, 4, 2, 1, 0].map { "20260101-000000-00\($0)" })
            #expect(unreadable.allSatisfy { $0.extension == "a" && !$0.reason.isEmpty })
            #expect(unreadable[4].reason == "the file has more than \(ReportJSON.limit) bytes")
            let table = try await device.appex("reports")
            #expect(table.output.split(separator: "\n").count { $0.contains("unreadable") } == 7, "\(table.output)")
            #expect(!table.output.contains("\u{1B}"))
            let damaged = try await device.appex("reports", "20260101-000000-000")
            #expect(damaged.status == 1)
            #expect(damaged.errors.contains("20260101-000000-000 of a cannot be shown"), "\(damaged.errors)")
            #expect(try await device.appex("reports", "20260101-000000-999").status == 3)
            #expect(try await device.appex("reports", "../../registry").status == 3)
            #expect(try await device.appex("reports", "x", "--follow").status == 2)
            // The broker goes on, too.
            #expect(try await device.appex("run", fixtureIdentifier).errors.contains("see `appex reports "))
        }
    }

    @Test func `new reports are printed as they come`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "crash"))
            let first = try await device.host().failure("crash").reportIdentifier
            let counter = Counter()
            let seen = Seen()
            try await device.appex("reports", "--follow", "--json") { line in
                let report = try ReportJSON.report(from: Array(line.utf8))
                await seen.append(report.identifier.rawValue)
                guard counter.next() < 3 else { return false }
                // The next one is made only when this one has been seen.
                let next = try await device.host().failure("exit").reportIdentifier
                await seen.expect(next)
                return true
            }
            #expect(await seen.identifiers.first == first)
            #expect(await seen.identifiers.count == 3)
            #expect(await Array(seen.identifiers.dropFirst()) == seen.expected)
        }
    }

    @Test func `new reports are printed however few of the old ones are wanted`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "crash"))
            let host = device.host()
            let old = try await host.failure("crash").reportIdentifier
            // Nothing says when the program has begun to watch.
            let crashes = Task { while !Task.isCancelled { _ = try await host.failure("crash") } }
            let seen = Seen()
            try await device.appex("reports", "--follow", "--limit", "0", "--json") { line in
                await seen.append(try ReportJSON.report(from: Array(line.utf8)).identifier.rawValue)
                return false
            }
            crashes.cancel()
            _ = await crashes.result
            #expect(await seen.identifiers.count == 1)
            #expect(await seen.identifiers.first != old)
        }
    }

    @Test func `what an extension printed is shown with time and process, and followed`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let nothing = try await device.appex("logs", fixtureIdentifier)
            #expect(nothing.status == 0 && nothing.output == "\(fixtureIdentifier) has printed nothing.\n")
            let host = device.host()
            #expect(try await host.text("print") == "printed")
            let pid = try await host.process().pid
            try await eventually("it is written") { device.log().hasSuffix("the last line\n") }
            let run = try await device.appex("logs", fixtureIdentifier, "--lines", "2")
            let lines = run.output.split(separator: "\n").map { LogLine($0) }
            #expect(lines.map(\.?.text).last == "the last line")
            #expect(lines.map(\.?.pid) == [pid, pid])
            struct Log: Decodable {
                let `extension`: String
                let lines: [Line]
                struct Line: Decodable {
                    let time: String
                    let pid: Int32
                    let text: String
                }
            }
            let log: Log = try await device.appex("logs", fixtureIdentifier, "--lines", "5000", "--json").json()
            #expect(log.extension == fixtureIdentifier && log.lines.count == 4003)
            let counter = Counter()
            try await device.appex("logs", fixtureIdentifier, "--follow", "--lines", "1") { line in
                let text = LogLine(line)?.text
                if counter.next() == 1 {
                    #expect(text == "the last line")
                    _ = try await device.host().failure("fault")
                    return true
                }
                #expect(text == "about to fault")
                return false
            }
            #expect(try await device.appex("logs", "../appexd").status == 3)
        }
    }

    @Test func `an extension that floods is served, its log is bounded, and its neighbour answers`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            async let flooded = host.text("flood")
            try await host.expectAnswer(from: "org.example.Fixtures.Other")
            #expect(try await flooded == "flooded")
            try await eventually("its process ends") { try await host.extensionProcesses().isEmpty }
            let log = device.log()
            #expect(log.contains("bytes were dropped"))
            #expect(!log.contains("\u{1B}"))
            let bytes = try device.files(in: "device/Library/Logs").filter { $0.string.contains("Fixture.") }.map {
                try FileManager.default.attributesOfItem(
                    atPath: device.place.layout.logs.pushing($0).string)[.size] as? Int ?? 0
            }
            #expect(bytes.reduce(0, +) < 2 << 20)
        }
    }

    @Test func `processes have an age, and what they use`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            let held = try await host.send("large")
            _ = try await host.process()
            struct Processes: Decodable {
                let processes: [Process]
                struct Process: Decodable {
                    let role: String
                    let age: Double
                    let memory: Int
                    let hosts: Int
                    let requests: Int
                    let sessions: Int
                }
            }
            for command in ["ps", "top"] {
                let listing: Processes = try await device.appex(command, "--json").json()
                // One that waits with a runtime for the next launch may be last.
                let used = listing.processes.filter { $0.role != "runtime" }
                #expect(used.map(\.role) == ["broker", "launcher", "init", "extension"])
                #expect(listing.processes.allSatisfy { $0.age > 0 })
                let process = try #require(used.last)
                #expect(process.memory > 100_000 && process.memory < 1 << 30)
                #expect(process.hosts == 1 && process.sessions == 1 && process.requests == 0)
            }
            // No terminal: once, without anything that steers one.
            let top = try await device.appex("top")
            #expect(top.status == 0 && top.output.hasPrefix("ROLE"))
            let lines = top.output.split(separator: "\n").filter { !$0.hasPrefix("runtime") }
            #expect(lines.count == 5 && top.output.contains(" MiB"))
            withExtendedLifetime(held) {}
        }
    }
}

/// Identifiers as a program printed them, and as hosts were told them.
private actor Seen {
    private(set) var identifiers: [String] = []
    private(set) var expected: [String] = []

    func append(_ identifier: String) { identifiers.append(identifier) }
    func expect(_ identifier: String?) { expected.append(identifier ?? "none") }
}

/// Counts from 1.
private final class Counter: @unchecked Sendable {  // used by one task
    private var value = 0

    func next() -> Int {
        value += 1
        return value
    }
}
