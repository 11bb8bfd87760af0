import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// What becomes of a process that nobody uses: its work ends, it is frozen, it is woken or killed.
@Suite(.timeLimit(.minutes(30))) struct FreezingTests {
    /// Longer than any test, each of which ends what it has made.
    private static let long = 3600.0

    @Test func `AT-30: work that is not protected is frozen after the request, and goes on with the next one`()
        async throws
    {
        try await TestDevice.with(linger: Self.long) { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Clock")))
            let host = device.host()
            _ = try await host.send("count")
            let process = try await host.frozenProcess()
            #expect(ProcessState.of(process.pid) == "T")
            let count = try device.count()
            // Time passes: another extension counts a hundred times with the same timer.
            #expect(try await host.text("countOnce", "100", to: "org.example.Fixtures.Clock") == "counted")
            #expect(try device.count() == count)
            #expect(ProcessState.of(process.pid) == "T")
            // The timer is still there.
            try await host.expectAnswer()
            let held = try await host.send("large")
            #expect(try await host.process().pid == process.pid)
            try await eventually("it counts on") { try device.count() > count }
            #expect(try await host.process().state == "running")
            withExtendedLifetime(held) {}
            try await host.endExtensions()
        }
    }

    @Test func `AT-30: an expiring activity has its time, and then the process is frozen`() async throws {
        try await TestDevice.with(linger: Self.long) { device in
            try await device.install(TestAppex())
            let host = device.host()
            #expect(try await host.text("activity", "ends") == "started")
            let process = try await host.frozenProcess()
            #expect(ProcessState.of(process.pid) == "T")
            // Three hundred counts after the answer, which were not to be had otherwise.
            #expect(try device.count() >= 300)
            #expect(device.log().contains("activity false\nactivity ended\n"))
            #expect(device.reports.isEmpty)
            try await host.endExtensions()
        }
    }

    @Test(arguments: ["stops", "goesOn"])
    func `AT-30: an activity that goes on is told that its time is over, and then frozen whatever it does`(
        order: String
    ) async throws {
        try await TestDevice.with(linger: Self.long) { device in
            try await device.install(TestAppex())
            let host = device.host()
            #expect(try await host.text("activity", order) == "started")
            let process = try await host.frozenProcess()
            #expect(ProcessState.of(process.pid) == "T")
            #expect(device.log().hasPrefix("activity false\nactivity true\n"), "\(device.log())")
            #expect(device.log().contains("activity ended") == (order == "stops"))
            let count = try device.count()
            // It was not frozen after the answer, which comes at the first counts, but went on for seconds.
            #expect(count > 100)
            try await host.expectAnswer()
            #expect(try await host.process().pid == process.pid)
            #expect(device.reports.isEmpty)
            try await host.endExtensions()
        }
    }

    @Test func `a host that comes while an activity goes on takes the process over`() async throws {
        try await TestDevice.withGrowingLimit(linger: Self.long) { device, limit in
            try await device.install(TestAppex())
            try device.limit("\"backgroundTime\": \"\(limit.components.seconds) s\"")
            let host = device.host()
            #expect(try await host.text("activity", "stops") == "started")
            let process = try await host.process()
            let held = try await host.send("large")
            // Otherwise the other host has come too late.
            let isReached = !device.log().contains("activity true")
            if isReached {
                #expect(try await host.process().state == "running")
                let end = process.age + UInt64(limit.components.seconds + 3) * 1000
                try await eventually("its time would be over", atMost: limit + .promptly) {
                    try await host.process().age > end
                }
                #expect(try await host.process().pid == process.pid)
                #expect(!device.log().contains("activity true"))
            }
            withExtendedLifetime(held) {}
            try await host.endExtensions()
            return isReached
        }
    }

    @Test func `a process whose host holds what it returned is not frozen`() async throws {
        try await TestDevice.with(linger: Self.long) { device in
            try await device.install(TestAppex())
            let host = device.host()
            var held = try await host.send("large")
            for _ in 0..<3 { try await host.expectAnswer() }
            // The sessions of the others go when the last who knows of them lets go.
            try await eventually("only what is held is left") { try await host.process().sessions == 1 }
            let process = try await host.process()
            #expect(process.state == "running")
            #expect(ProcessState.of(process.pid) != "T")
            #expect(try await held[0].attachments?.first?.data().count == 5_000_000)
            held = []
            #expect(try await host.frozenProcess().pid == process.pid)
            try await host.endExtensions()
        }
    }

    @Test func `a frozen process is killed when its time is over`() async throws {
        // As long as a machine needs to see that it is frozen, and has not ended at once.
        for linger in [1.0, 4, 16, 64] {
            var isSeen = false
            try await TestDevice.with(linger: linger) { device in
                try await device.install(TestAppex())
                let host = device.host()
                try await host.expectAnswer()
                var process: ProcessRecord?
                repeat {
                    process = try await host.extensionProcesses().first
                    isSeen = process?.state == "frozen"
                } while !isSeen && process != nil
                if let process, isSeen { _ = try await ProcessEnd.of(process.pid) }
                try await eventually("the broker knows") { try await host.extensionProcesses().isEmpty }
                #expect(device.reports.isEmpty)
            }
            if isSeen { return }
        }
        Issue.record("it was not seen to be frozen")
    }

    @Test(arguments: ["kill", "uninstall", "launcher", "broker"])
    func `a frozen process ends with whatever it depends on`(cause: String) async throws {
        try await TestDevice.with(linger: Self.long) { device in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            let process = try await host.frozenProcess()
            switch cause {
            case "kill": sendSignal(SIGKILL, to: process.pid)
            case "uninstall": #expect(try await device.appex("uninstall", "org.example.Fixtures").status == 0)
            case "launcher": sendSignal(SIGKILL, to: try #require(device.launcher))
            default: sendSignal(SIGKILL, to: try #require(device.broker))
            }
            _ = try await ProcessEnd.of(process.pid, atMost: .promptly)
            try await eventually("the broker knows") { try await host.extensionProcesses().isEmpty }
        }
    }

    @Test func `many hosts that come and go meet one process that is frozen and woken in between`() async throws {
        try await TestDevice.with(linger: Self.long) { device in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            let process = try await host.frozenProcess()
            for round in 0..<50 {
                // Sometimes in the middle of the freezing, sometimes after it.
                try await host.expectAnswer()
                if round % 3 == 0 { _ = try await host.frozenProcess() }
            }
            #expect(try await host.process().pid == process.pid)
            try await host.endExtensions()
        }
    }

    @Test func `an extension that never answers the broker has its time and no more`() async throws {
        try await TestDevice.with(linger: Self.long) { device in
            try await device.install(TestAppex("Hostile", .hostile, behaviour: "neverSettle"))
            let host = device.host()
            #expect(try await host.send("", to: "org.example.Fixtures.Hostile").isEmpty)
            try await eventually("there is a report") { !device.reports.isEmpty }
            #expect(device.reports.map(\.kind) == [.overdue])
            _ = try await ProcessEnd.of(#require(device.reports.first?.pid))
        }
    }
}

/// What the kernel says of a process.
enum ProcessState {
    /// One letter, `T` for a stopped one; nil when there is none of that number.
    static func of(_ pid: Int32) -> Character? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return nil }
        let line = String(decoding: data, as: UTF8.self)
        guard let name = line.lastIndex(of: ")") else { return nil }
        return line[name...].dropFirst(2).first
    }
}

extension ExtensionHost {
    /// Waits until the one extension process is frozen.
    nonisolated(nonsending) func frozenProcess() async throws -> ProcessRecord {
        let process = try await process("a frozen process") { $0.role == .appExtension && $0.state == "frozen" }
        // The signal is on its way; the kernel stops one thread after the other.
        try await eventually("the kernel has stopped it") { ProcessState.of(process.pid) == "T" }
        return process
    }

    /// Ends processes that would stay for longer than the test waits for the end of everything.
    nonisolated(nonsending) func endExtensions() async throws {
        try await eventually("every extension has ended") {
            let processes = try await extensionProcesses()
            // The number of one that is being started is not known yet.
            for process in processes where process.pid > 0 { sendSignal(SIGKILL, to: process.pid) }
            return processes.isEmpty
        }
    }
}

extension TestDevice {
    /// How far the fixture has counted in the background.
    func count(of identifier: String = fixtureIdentifier) throws -> Int {
        let containers = "device/Containers/Data/PluginKitPlugin"
        let file = try #require(files(in: containers).first { $0.lastComponent?.string == "\(identifier).count" })
        let text = try String(contentsOfFile: folder.appending(containers).pushing(file).string, encoding: .utf8)
        return try #require(Int(text)) - 1_000_000_000
    }
}
