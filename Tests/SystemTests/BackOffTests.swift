import AppexModel
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// An extension that crashes again and again.
@Suite(.timeLimit(.minutes(30))) struct BackOffTests {
    @Test func `an extension that crashes again and again is not started for a while, which is said and shown`()
        async throws
    {
        try await TestDevice.with(settings: ["APPEX_CRASH_BACKOFF": "1"]) { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            var crashes = 0
            let failure = try await crashUntilRefused(host, &crashes)
            #expect(crashes >= 3)
            #expect(
                failure.message.hasPrefix(
                    "\(fixtureIdentifier) has crashed \(crashes) times in a row and is not started for another"))
            #expect(failure.reportIdentifier == device.reports.last?.identifier.rawValue)
            #expect(device.reports.count == crashes)
            // Now for twice as long, and again.
            try await crashAgain(2, host, &crashes)
            // It is not hidden, and others are not kept from working.
            #expect(try await host.extension(fixtureIdentifier).bundleIdentifier == fixtureIdentifier)
            try await host.expectAnswer(from: "org.example.Fixtures.Other")
            var run = try await device.appex("run", fixtureIdentifier)
            // On a busy machine the wait may be over before the command asks. Its success then clears the history.
            for times in 3..<6 where run.status == 0 {
                crashes = 0
                _ = try await crashUntilRefused(host, &crashes)
                try await crashAgain(times, host, &crashes)
                run = try await device.appex("run", fixtureIdentifier)
            }
            #expect(run.status != 0 && run.errors.contains("has crashed \(crashes) times in a row"), "\(run.errors)")
            // An answer makes it good.
            try await eventually("it is started") {
                (try? await host.text("uppercase", "text")) == "TEXT"
            }
            for _ in 0..<2 {
                #expect(try await host.failure("crash").code == .died)
                try await host.expectAnswer()
            }
        }
    }

    /// Has the extension crash until it is not started any more: after the third crash, unless the machine is so busy
    /// that the wait is over before the next request. The wait doubles with each crash.
    nonisolated(nonsending) private func crashUntilRefused(
        _ host: ExtensionHost, _ crashes: inout Int
    ) async throws -> ExtensionError {
        while true {
            let failure = try await host.failure("crash")
            if failure.code == .crashedRepeatedly { return failure }
            try #require(failure.code == .died && crashes < 10, "\(crashes) crashes, \(failure)")
            crashes += 1
        }
    }

    /// Waits until the extension is started again, and has it crash, some times. The wait doubles each time.
    nonisolated(nonsending) private func crashAgain(
        _ times: Int, _ host: ExtensionHost, _ crashes: inout Int
    ) async throws {
        for _ in 0..<times {
            try await expectStart(of: host, "crash", code: .died)
            crashes += 1
            let failure = try await crashUntilRefused(host, &crashes)
            #expect(failure.message.contains("has crashed \(crashes) times in a row"))
        }
    }

    /// Waits until the extension is started again.
    nonisolated(nonsending) private func expectStart(
        of host: ExtensionHost, _ behaviour: String, code: ExtensionError.Code
    ) async throws {
        try await eventually("it is started") {
            let failure = try await host.failure(behaviour)
            if failure.code != .crashedRepeatedly { #expect(failure.code == code) }
            return failure.code != .crashedRepeatedly
        }
    }

    @Test func `an extension that uses too much again and again is not started for a while, either`() async throws {
        try await TestDevice.with(settings: ["APPEX_CRASH_BACKOFF": "1"]) { device in
            try await device.install(TestAppex())
            // The broker forgets what it knows of crashes when it ends, and it does not end while it has a client.
            let host = device.host()
            _ = try await host.extensions()
            var breaches = 0
            var failure: ExtensionError?
            while failure?.code != .crashedRepeatedly, breaches < 10 {
                failure = await #expect(throws: ExtensionError.self) {
                    _ = try await device.send([], to: fixtureIdentifier, faults: [.outOfMemory()])
                }
                if failure?.code == .died { breaches += 1 }
            }
            #expect(failure?.code == .crashedRepeatedly && breaches >= 3)
            #expect(device.reports(of: fixtureIdentifier).allSatisfy { $0.kind == .limit })
            #expect(device.reports(of: fixtureIdentifier).count == breaches)
            #expect(try await host.extension(fixtureIdentifier).bundleIdentifier == fixtureIdentifier)
        }
    }

    @Test func `an update is started at once`() async throws {
        try await TestDevice.with(settings: ["APPEX_CRASH_BACKOFF": "1"]) { device in
            try await device.install(TestAppex(behaviour: "crash"))
            let host = device.host()
            var crashes = 0
            _ = try await crashUntilRefused(host, &crashes)
            var app = TestApp(TestAppex())
            app.version = "2.0"
            try await device.install(app)
            try await host.expectAnswer()
        }
    }

    @Test func `a device can do without`() async throws {
        try await TestDevice.with(settings: ["APPEX_CRASH_BACKOFF": "0"]) { device in
            try await device.install(TestAppex())
            let host = device.host()
            for _ in 0..<5 { #expect(try await host.failure("crash").code == .died) }
        }
    }
}
