import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// By which means a device limits memory.
enum MemoryMeans: String, CaseIterable, Sendable {
    case best, polling

    var settings: [String: String] { ["APPEX_MEMORY_CONTROL": rawValue] }
}

/// Extensions that use more than they may.
@Suite(.timeLimit(.minutes(30))) struct LimitTests {
    private static let other = "org.example.Fixtures.Other"

    @Test(arguments: MemoryMeans.allCases, ["private", "shared"])
    func `AT-26: an extension that takes more memory than it may is killed, and its host told at once`(
        means: MemoryMeans, kind: String
    ) async throws {
        try await TestDevice.withLastingProcesses(settings: means.settings) { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            try device.limit("\"memory\": \"48 MiB\"")
            let (host, neighbour) = (device.host(), device.host())
            try await neighbour.expectAnswer(from: Self.other)
            let mark = Mark(holding: true)
            async let pending = host.failure("takeMemory", text: kind, attachments: [mark.provider])
            try await mark.wait()
            let process = try await neighbour.process(of: fixtureIdentifier)
            mark.release()
            let end = try await ProcessEnd.of(process.pid)
            let failure = try await pending
            #expect(.now - end < .promptly, "the host is told promptly")
            #expect(failure.code == .died)
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(report.kind == .limit && failure.reportIdentifier == report.identifier.rawValue)
            #expect(report.summary.contains("of 48 MiB of memory"), "\(report.summary)")
            let limit = try #require(report.limit)
            #expect(limit.name == "memory" && limit.value == Double(48 << 20))
            // By a control group exactly; by looking again and again a little more. Kernel memory counts, too.
            #expect(limit.used > Double(40 << 20) && limit.used < Double(512 << 20), "\(limit.used)")
            let curve = try #require(report.curve)
            #expect(curve.map(\.time) == curve.map(\.time).sorted() && curve.count <= 65)
            #expect(try #require(curve.last).memory > 40 << 20)
            #expect(device.brokerLog.contains("reason=per-process-limit"))
            // The next one works, in a new process; the neighbour's is the old one.
            try await host.expectAnswer()
            #expect(try await host.process().pid != process.pid)
            try await neighbour.expectAnswer(from: Self.other)
        }
    }

    @Test(arguments: MemoryMeans.allCases)
    func `an extension hears in three ways that its memory gets little, and may then go on`(
        means: MemoryMeans
    ) async throws {
        try await TestDevice.with(settings: means.settings) { device in
            try await device.install(TestAppex())
            try device.limit("\"memory\": \"96 MiB\"")
            let answer = try await device.host().send("takeMemoryUntilWarned").first?.userInfo
            let told = try #require(answer)
            #expect(told["limit"] as? Int == 96 << 20)
            #expect(try #require(told["used"] as? Int) >= (96 << 20) / 10 * 8)
            #expect(told["isWarned"] as? Bool == true)
            #expect(device.reports.isEmpty)
            try await eventually("its output is there") {
                device.log().contains("notified, on the main thread: true")
            }
        }
    }

    @Test func `a warning to an extension that is stopped holds nobody up`() async throws {
        try await TestDevice.with(settings: MemoryMeans.polling.settings) { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            try device.limit("\"memory\": \"96 MiB\"")
            let host = device.host()
            let mark = Mark(holding: true)
            async let pending = host.send("takeMemoryUntilWarned", attachments: [mark.provider])
            try await mark.wait()
            let process = try await host.process().pid
            // The broker looks at it and warns while it does not run.
            mark.release()
            try await eventually("it has taken its memory") {
                device.brokerLog.contains("little memory left") || OwnMemory.of(process) > (96 << 20) / 10 * 8
            }
            sendSignal(SIGSTOP, to: process)
            try await eventually("it is warned") { device.brokerLog.contains("little memory left") }
            try await host.expectAnswer(from: Self.other)
            sendSignal(SIGCONT, to: process)
            #expect(try await pending.first?.userInfo?["isWarned"] as? Bool == true)
        }
    }

    @Test func `an extension knows its limits and what it uses`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            try device.limit("\"memory\": \"96 MiB\", \"requestProcessorTime\": \"1500 ms\", \"openRequests\": 7")
            let told = try #require(try await device.host().send("limits").first?.userInfo)
            let used = try #require(told["usedMemory"] as? Int)
            #expect(told["memoryLimit"] as? Int == 96 << 20 && used > 0 && used < 96 << 20)
            let available = try #require(told["availableMemory"] as? Int)
            #expect(available > 0 && available < 96 << 20)
            #expect(told["requestProcessorTime"] as? Double == 1.5 && told["openRequests"] as? Int == 7)
            #expect(told["containerSize"] as? Int == 8 << 30)
        }
    }

    @Test(arguments: ["1", "4"])
    func `an extension that computes longer than a request may is stopped and reported`(threads: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            try device.limit("\"requestProcessorTime\": \"300 ms\"")
            let failure = try await device.host().failure("compute", text: threads)
            let report = try #require(device.reports.first)
            #expect(failure.code == .died && failure.reportIdentifier == report.identifier.rawValue)
            #expect(report.kind == .limit && report.limit?.name == "requestProcessorTime")
            #expect(report.summary.contains("of 0.30 seconds of processor time"), "\(report.summary)")
            // The device goes on.
            try await device.host().expectAnswer()
        }
    }

    // What is written to a file system in memory counts as memory of the extension, too.
    @Test func `an extension that fills its container is stopped and reported`() async throws {
        try await TestDevice.with(settings: TestDevice.onDisk) { device in
            try await device.install(TestAppex())
            try device.limit("\"containerSize\": \"4 MiB\"")
            let failure = try await device.host().failure("takeDisk")
            let report = try #require(device.reports.first)
            #expect(failure.code == .died && report.kind == .limit && report.limit?.name == "containerSize")
            #expect(report.summary.contains("of 4 MiB in its container"), "\(report.summary)")
        }
    }

    @Test func `an extension that fills its container when it has answered is stopped and reported`() async throws {
        try await TestDevice.with(settings: TestDevice.onDisk) { device in
            try await device.install(TestAppex())
            try device.limit("\"containerSize\": \"4 MiB\"")
            #expect(try await device.host().send("takeDisk", text: "later").first?.text == "later")
            try await eventually("it is stopped") { !device.reports.isEmpty }
            let report = try #require(device.reports.first)
            #expect(report.kind == .limit && report.limit?.name == "containerSize", "\(report.summary)")
        }
    }

    @Test func `a request too many is refused, and the next one is not once there is room`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            try device.limit("\"openRequests\": 2")
            let host = device.host()
            let marks = [Mark(holding: true), Mark(holding: true)]
            async let first = host.send("uppercase", text: "first", attachments: [marks[0].provider])
            try await marks[0].wait()
            async let second = host.send("uppercase", text: "second", attachments: [marks[1].provider])
            try await eventually("both are open") { try await host.process().requests == 2 }
            let failure = try await device.host().failure("uppercase")
            #expect(failure.code == .refused && failure.message.contains("has 2 requests open"), "\(failure.message)")
            for mark in marks { mark.release() }
            #expect(try await first.first?.text == "FIRST")
            #expect(try await second.first?.text == "SECOND")
            try await host.expectAnswer()
            #expect(device.reports.isEmpty)
        }
    }

    @Test func `a wrong entry of the owner's file is told and stops nothing`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            try device.limit("\"memory\": \"much\", \"openRequests\": 3")
            let told = try #require(try await device.host().send("limits").first?.userInfo)
            #expect(told["openRequests"] as? Int == 3 && told["memoryLimit"] as? Int == 120 << 20)
            #expect(device.brokerLog.contains("device.memory"))
            #expect(try await device.appex("doctor").output.contains("device.memory"))
            let shown = try await device.appex("limits", fixtureIdentifier)
            #expect(shown.status == 0 && shown.errors.contains("device.memory"), "\(shown)")
        }
    }

    @Test func `limits are set, shown with where they come from, and taken back`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            #expect(try await device.shownMemory() == .init(value: "120 MiB", source: "table"))
            let set = try await device.appex("limits", "set", "device", "memory=100MiB")
            #expect(set.status == 0 && set.output.contains("Set for device: memory=100 MiB."), "\(set)")
            #expect(try await device.shownMemory() == .init(value: "100 MiB", source: "device"))
            #expect(try await device.appex("limits", "set", fixtureIdentifier, "memory=64MiB").status == 0)
            #expect(try await device.shownMemory() == .init(value: "64 MiB", source: "extension"))
            let told = try #require(try await device.host().send("limits").first?.userInfo)
            #expect(told["memoryLimit"] as? Int == 64 << 20)
            let unset = try await device.appex("limits", "unset", fixtureIdentifier, "--json")
            #expect(try unset.json(Said.self) == Said(subject: fixtureIdentifier, limits: [:]), "\(unset)")
            #expect(try await device.shownMemory() == .init(value: "100 MiB", source: "device"))
            let wrong = try await device.appex("limits", "set", "device", "memory=1MiB")
            #expect(wrong.status == 2 && wrong.errors.contains("64 MiB"), "\(wrong.errors)")
            #expect(try await device.appex("limits", "set", "org.example.None", "memory=64MiB").status == 3)
        }
    }

    @Test func `limits that are set at the same time are all kept`() async throws {
        try await TestDevice.withLastingProcesses { device in
            let points = ExtensionPoint.catalogue.prefix(8).map(\.identifier.rawValue)
            try await withThrowingTaskGroup(of: Int32?.self) { group in
                for point in points {
                    group.addTask { try await device.appex("limits", "set", point, "openRequests=8").status }
                }
                for try await status in group { #expect(status == 0) }
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: device.place.layout.limits.string))
            let (overrides, problems) = LimitFile.read(Array(bytes), file: device.place.layout.limits)
            #expect(Set(overrides.points.keys) == Set(points) && problems.isEmpty)
        }
    }

    @Test func `limits of a device and of points can be set before anything is installed`() async throws {
        try await TestDevice.with { device in
            #expect(try await device.appex("limits", "set", "device", "memory=100MiB").status == 0)
            for point in ["com.apple.services", "com.apple.keyboard-service"] {
                let set = try await device.appex("limits", "set", point, "openRequests=8")
                #expect(set.status == 0, "\(set.errors)")
                let shown = try await device.appex("limits", point, "--json").json(ShownLimits.self).limits.first?
                    .limits
                #expect(shown?["openRequests"] == .init(value: "8", source: "point"))
                #expect(shown?["memory"] == .init(value: "100 MiB", source: "device"))
            }
        }
    }

    @Test(.enabled(if: getuid() == 0, "control groups are made by root here"))
    func `groups that a killed broker has left are gone when the next one has`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            async let failure = host.failure("silent", attachments: [mark.provider])
            try await mark.wait()
            let process = try await host.process().pid
            guard let group = ControlGroupFolder.ofMemory(process) else { return }
            #expect(group.contains(device.place.layout.controlGroupName))
            sendSignal(SIGKILL, to: try #require(device.broker))
            _ = try await failure
            _ = try await ProcessEnd.of(process)
            #expect(access(group, F_OK) == 0)
            try await device.host().expectAnswer()
            #expect(access(group, F_OK) != 0)
            let folder = FilePath(group).removingLastComponent().string
            try await eventually("the broker leaves nothing") { access(folder, F_OK) != 0 }
        }
    }
}

extension TestDevice {
    /// Writes the owner's file, with these entries for all extensions.
    func limit(_ entries: String) throws {
        try Data("{ \"device\": { \(entries) } }".utf8).write(to: URL(fileURLWithPath: place.layout.limits.string))
    }

    /// What `appex limits` shows of the fixture's memory.
    fileprivate func shownMemory() async throws -> ShownLimits.Entry? {
        let run = try await appex("limits", fixtureIdentifier, "--json")
        return try run.json(ShownLimits.self).limits.first?.limits["memory"]
    }

    /// What the broker has logged.
    var brokerLog: String {
        (try? String(contentsOfFile: place.layout.brokerLog.string, encoding: .utf8)) ?? ""
    }
}

/// What `appex limits --json` prints, as far as the tests look at it.
private struct ShownLimits: Decodable {
    struct Entry: Decodable, Equatable {
        var value: String
        var source: String
    }
    struct Listing: Decodable {
        var limits: [String: Entry]
    }
    var limits: [Listing]
}

/// What `appex limits set --json` and `unset --json` print.
private struct Said: Decodable, Equatable {
    var subject: String
    var limits: [String: String]
}

/// Where the memory of a process is counted.
private enum ControlGroupFolder {
    /// In version 1; nil when there is none.
    static func ofMemory(_ pid: Int32) -> String? {
        let text = (try? String(contentsOfFile: "/proc/\(pid)/cgroup", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.contains(":memory:") }
        return line?.split(separator: ":", maxSplits: 2).last.map { "/sys/fs/cgroup/memory" + $0 }
    }
}

private enum OwnMemory {
    /// Bytes.
    static func of(_ pid: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").compactMap { Int($0) }
        return pages.count > 2 ? (pages[1] - pages[2]) * 4096 : 0
    }
}
