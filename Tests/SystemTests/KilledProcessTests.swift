import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// `kill -9` of each process that takes part, in the middle of a request.
@Suite(.timeLimit(.minutes(30))) struct KilledProcessTests {
    @Test func `the host gets an error when the broker is killed, and the next call starts another`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            async let pending = host.failure("silent", attachments: [mark.provider])
            try await mark.wait()
            let broker = try #require(device.broker)
            let others = DeviceProcesses.all(of: device).filter { $0.pid != broker }
            #expect(others.count >= 3, "launcher, init and extension: \(others)")
            sendSignal(SIGKILL, to: broker)
            let killed = ContinuousClock.now
            let failure = try await pending
            #expect(failure.code == .died)
            #expect(ContinuousClock.now - killed < .promptly)
            // No orphan survives a second.
            for other in others { _ = try await ProcessEnd.of(other.pid, atMost: .promptly) }
            try await host.expectAnswer()
            #expect(try #require(device.broker) != broker)
        }
    }

    @Test func `a call right after the broker's death starts another`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            for _ in 0..<5 {
                let identity = try await host.extension(fixtureIdentifier)
                sendSignal(SIGKILL, to: try #require(device.broker))
                #expect(try await host.extension(fixtureIdentifier) == identity)
                sendSignal(SIGKILL, to: try #require(device.broker))
                try await host.expectAnswer()
            }
        }
    }

    @Test func `what an extension returned cannot be loaded once the broker is gone`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let provider = try #require(try await host.send("large")[0].attachments?.first)
            let process = try await host.process()
            sendSignal(SIGKILL, to: try #require(device.broker))
            _ = try await ProcessEnd.of(process.pid, atMost: .promptly)
            let error = await #expect(throws: (any Error).self) { try await provider.data() }
            #expect((error as? NSError)?.code == -1000, "\(error as Any)")
            try await host.expectAnswer()
        }
    }

    @Test func `the host gets an error when the launcher is killed, and the broker starts another`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            async let pending = host.failure("silent", attachments: [mark.provider])
            try await mark.wait()
            let broker = device.broker
            let launcher = try #require(device.launcher)
            let process = try await host.process()
            sendSignal(SIGKILL, to: launcher)
            let killed = ContinuousClock.now
            let failure = try await pending
            #expect(failure.code == .died)
            #expect(ContinuousClock.now - killed < .promptly)
            for pid in [process.pid, process.parent] { _ = try await ProcessEnd.of(pid, atMost: .promptly) }
            try await host.expectAnswer()
            #expect(device.broker == broker)
            #expect(try #require(device.launcher) != launcher)
        }
    }

    @Test(arguments: [ProcessRecord.Role.initProcess, .appExtension])
    func `the host gets an error when the extension or its init is killed`(role: ProcessRecord.Role) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            async let pending = host.failure("silent", attachments: [mark.provider])
            try await mark.wait()
            let victim = try await host.process("\(role)") { $0.role == role }
            sendSignal(SIGKILL, to: victim.pid)
            let killed = ContinuousClock.now
            let failure = try await pending
            #expect(failure.code == .died)
            #expect(failure.message.contains("was killed (SIGKILL)"), "\(failure)")
            #expect(ContinuousClock.now - killed < .promptly)
            try await host.expectAnswer()
        }
    }

    @Test func `the extension is ended when its host is killed`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex(behaviour: "silent"))
            let watcher = device.host()
            try await device.appex(
                ["run", fixtureIdentifier],
                whileRunning: { host in
                    try await eventually("the extension has the request") {
                        try await watcher.processes().contains { $0.role == .appExtension && $0.state == "running" }
                    }
                    let process = try await watcher.process()
                    #expect(process.sessions == 1)
                    sendSignal(SIGKILL, to: host)
                    _ = try await ProcessEnd.of(process.pid, atMost: .promptly)
                })
            try await eventually("the broker knows") {
                try await watcher.processes().allSatisfy { $0.role != .appExtension }
            }
        }
    }

    @Test func `a stopped extension is ended at the time-out`() async throws {
        // Nothing but the time-out ends the process, which runs before the request.
        try await TestDevice.withGrowingLimit(linger: 3600) { device, limit in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            let process = try await host.process().pid
            let mark = Mark()
            let stopping = Task {
                if (try? await mark.wait()) != nil { sendSignal(SIGSTOP, to: process) }
            }
            let failure = try await host.failure("silent", attachments: [mark.provider], timeout: limit)
            mark.giveUp()
            await stopping.value
            if mark.instant != nil {
                #expect(failure.code == .timedOut)
                _ = try await ProcessEnd.of(process, atMost: .promptly)
                try await host.expectAnswer()
            }
            try await host.endExtensions()
            return mark.instant != nil
        }
    }
}
