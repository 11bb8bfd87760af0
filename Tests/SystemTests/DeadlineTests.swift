import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// Deadlines that the broker keeps, however patient the host is.
@Suite(.timeLimit(.minutes(30))) struct DeadlineTests {
    @Test func `a request has the time of its extension point, and no more from a patient host`() async throws {
        try await TestDevice.with { device in
            // Ten seconds, by the table.
            try await device.install(TestAppex(point: "com.apple.intents-service"))
            let host = device.host()
            let failure = try await host.failure("silent", timeout: .seconds(600))
            #expect(failure.code == .timedOut)
            #expect(failure.message.contains("did not answer within 10.00 seconds, the time that it has for a request"))
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1 && report.kind == .timedOut)
            #expect(failure.reportIdentifier == report.identifier.rawValue)
            try await host.expectAnswer()
        }
    }

    @Test func `a request that had its time does not take others of the process with it`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(point: "com.apple.intents-service"))
            let hosts = [device.host(), device.host()]
            // Held: what is answered has no deadline.
            var held = try await hosts[1].send("large")
            let process = try await hosts[1].process()
            let failure = try await hosts[0].failure("silent", timeout: .seconds(600))
            #expect(failure.code == .timedOut && failure.reportIdentifier == nil)
            #expect(
                failure.message.hasSuffix("did not answer within 10.00 seconds, the time that it has for a request."))
            #expect(try await held[0].attachments?.first?.data().count == 5_000_000)
            #expect(try await hosts[1].process().pid == process.pid)
            held = []
            _ = try await ProcessEnd.of(process.pid)
        }
    }

    @Test func `a program that never listens is stopped at the launch deadline`() async throws {
        try await TestDevice.with(settings: ["APPEX_LAUNCH_SECONDS": "3"]) { device in
            try await device.install(TestAppex("Hostile", .hostile, behaviour: "stopItself"))
            let host = device.host()
            let failure = try await host.failure("", to: "org.example.Fixtures.Hostile", timeout: .seconds(600))
            #expect(failure.code == .couldNotStart)
            #expect(failure.message.contains("was not ready for work 3.00 seconds after it was to be started"))
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1 && report.kind == .launchFailed)
            #expect(failure.reportIdentifier == report.identifier.rawValue)
        }
    }

    @Test func `a launcher that does not answer is replaced`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            try await eventually("nothing runs") { try await host.extensionProcesses().isEmpty }
            let launcher = try #require(device.launcher)
            sendSignal(SIGSTOP, to: launcher)
            #expect(
                [.timedOut, .died, .couldNotStart].contains(
                    try await host.failure("uppercase", timeout: .seconds(600)).code))
            _ = try await ProcessEnd.of(launcher)
            try await host.expectAnswer()
        }
    }

    @Test func `a launch that meets the end of the launcher names its report`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            try await host.expectAnswer()
            try await eventually("nothing runs") { try await host.extensionProcesses().isEmpty }
            for _ in 0..<10 {
                let launcher = try #require(device.launcher)
                sendSignal(SIGSTOP, to: launcher)
                // With a plan of faults, even an empty one, nothing is tried once more.
                async let failure = #expect(throws: ExtensionError.self) {
                    try await host.request(
                        [NSExtensionItem()], identity, timeout: .ample, faults: FaultPlan([]))
                }
                try await eventually("it is being started") {
                    try await host.processes().contains { $0.state == "starting" }
                }
                sendSignal(SIGKILL, to: launcher)
                let told = try #require(await failure)
                #expect(told.reportIdentifier == device.reports.last?.identifier.rawValue, "\(told)")
                #expect(told.reportIdentifier != nil)
                try await host.expectAnswer()
                try await eventually("nothing runs") { try await host.extensionProcesses().isEmpty }
            }
        }
    }
}
