import AppexModel
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// An extension that crashes again and again.
@Suite(.timeLimit(.minutes(3))) struct BackOffTests {
    @Test func `an extension that crashes again and again is not started for a while, which is said and shown`()
        async throws
    {
        try await TestDevice.with(settings: ["APPEX_CRASH_BACKOFF": "1"]) { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            for _ in 0..<3 { #expect(try await host.failure("crash").code == .died) }
            let last = try #require(device.reports.last)
            let failure = try await host.failure("uppercase")
            #expect(failure.code == .crashedRepeatedly)
            #expect(
                failure.message.hasPrefix(
                    "\(fixtureIdentifier) has crashed 3 times in a row and is not started for another"))
            #expect(failure.reportIdentifier == last.identifier.rawValue)
            #expect(device.reports.count == 3)
            // Now for twice as long, and again: four seconds are enough for all that follows.
            try await expectStart(of: host, "crash", code: .died)
            #expect(try await host.failure("uppercase").message.contains("has crashed 4 times in a row"))
            try await expectStart(of: host, "crash", code: .died)
            // It is not hidden, and others are not kept from working.
            #expect(try await host.extension(fixtureIdentifier).bundleIdentifier == fixtureIdentifier)
            try await host.expectAnswer(from: "org.example.Fixtures.Other")
            let run = try await device.appex("run", fixtureIdentifier)
            #expect(run.status != 0 && run.errors.contains("has crashed 5 times in a row"), "\(run.errors)")
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
            for _ in 0..<3 {
                await #expect(throws: ExtensionError.self) {
                    _ = try await device.send([], to: fixtureIdentifier, faults: [.outOfMemory()])
                }
            }
            #expect(device.reports(of: fixtureIdentifier).map(\.kind) == [.limit, .limit, .limit])
            #expect(try await device.host().failure("uppercase").code == .crashedRepeatedly)
        }
    }

    @Test func `an update is started at once`() async throws {
        try await TestDevice.with(settings: ["APPEX_CRASH_BACKOFF": "1"]) { device in
            try await device.install(TestAppex(behaviour: "crash"))
            let host = device.host()
            for _ in 0..<5 { _ = try await host.failure("crash") }
            #expect(try await host.failure("uppercase").code == .crashedRepeatedly)
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
