import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Extensions that do not do their work: one clear error each, soon, nothing left, and the next run works.
@Suite(.timeLimit(.minutes(30))) struct BadExtensionTests {
    /// Checks that a failure has come promptly after what caused it.
    private func expectPrompt(_ mark: Mark, sourceLocation: SourceLocation = #_sourceLocation) {
        guard let instant = mark.instant else {
            Issue.record("the extension has not come so far", sourceLocation: sourceLocation)
            return
        }
        #expect(ContinuousClock.now - instant < .promptly, sourceLocation: sourceLocation)
    }

    @Test(arguments: [("crash", "crashed (SIG"), ("exit", "ended by itself with status 7")])
    func `AT-25: an extension that dies in beginRequest is one error, and the next request gets a new process`(
        behaviour: String, message: String
    ) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            let failure = try await host.failure(behaviour, attachments: [mark.provider])
            expectPrompt(mark)
            #expect(failure.code == .died)
            #expect(failure.message.hasPrefix("org.example.Fixtures.Fixture \(message)"), "\(failure)")
            try await host.expectAnswer()
        }
    }

    @Test func `a crash does not end the requests of other extensions`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            let mark = Mark(holding: true)
            async let other = host.send(
                "uppercase", text: "other", attachments: [mark.provider], to: "org.example.Fixtures.Other")
            try await mark.wait()
            #expect(try await host.failure("crash").code == .died)
            mark.release()
            #expect(try await other.map(\.text) == ["OTHER"])
        }
    }

    @Test func `an extension that never answers is stopped at the time-out`() async throws {
        // Nothing but the time-out ends the process.
        try await TestDevice.withGrowingLimit(linger: 3600) { device, limit in
            try await device.install(TestAppex())
            let host = device.host()
            let started = ContinuousClock.now
            let mark = Mark()
            let failure = try await host.failure("silent", attachments: [mark.provider], timeout: limit)
            let duration = ContinuousClock.now - started
            if mark.instant != nil {
                #expect(failure.code == .timedOut)
                #expect(failure.message.contains("\(limit.components.seconds) seconds"), "\(failure)")
                #expect(duration >= limit && duration < limit + .promptly)
                try await eventually("its process ends", atMost: .promptly) {
                    try await host.extensionProcesses().isEmpty
                }
                try await host.expectAnswer()
            }
            try await host.endExtensions()
            return mark.instant != nil
        }
    }

    @Test func `only the first of two answers counts`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let items = try await host.send("completeTwice")
            #expect(items.map(\.text) == ["first"])
            let failure = try await host.failure("completeAfterCancel")
            #expect(failure.code == .cancelledByExtension)
            #expect((failure.underlying as? NSError)?.code == 42)
            try await host.expectAnswer()
        }
    }

    @Test func `AT-35: an answer after the host has gone changes nothing and harms nobody`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            // Keeps the process, which would be ended with its last host.
            let held = try await host.send("large")
            let process = try await host.process()
            // Made for each load: what goes along with the request can be loaded for ever.
            let data = NSItemProvider()
            data.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
                done(Data([1]), nil)
                return nil
            }
            let mark = Mark()
            let request = Task { _ = try await host.send("late", attachments: [data, mark.provider]) }
            try await mark.wait()
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            try await eventually("the extension completes") { device.log().contains("completed after the end\n") }
            try await host.expectAnswer()
            #expect(try await host.process().pid == process.pid)
            withExtendedLifetime(held) {}
        }
    }

    @Test func `an extension that crashes while it makes what it returned fails that load only`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let provider = try #require(try await host.send("loadCrashes")[0].attachments?.first)
            let error = await #expect(throws: (any Error).self) { try await provider.data() }
            #expect((error as? NSError)?.code == -1000, "\(error as Any)")
            try await host.expectAnswer()
        }
    }

    @Test func `a program that exits at once is an error that says so`() async throws {
        try await TestDevice.with { device in
            try await device.install(
                TestApp(TestAppex("True", .copy("/usr/bin/true")), TestAppex("False", .copy("/usr/bin/false"))))
            let host = device.host()
            for (name, status) in [("True", 0), ("False", 1), ("True", 0)] {
                let started = ContinuousClock.now
                let failure = try await host.failure("", to: "org.example.Fixtures.\(name)")
                #expect(failure.code == .died)
                #expect(
                    failure.message.contains("ended by itself with status \(status) before it answered"), "\(failure)")
                // Starting it included.
                #expect(ContinuousClock.now - started < .promptly)
            }
        }
    }

    @Test func `a program that the kernel does not take is an error that says why`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex("Damaged", .damaged), TestAppex()))
            let host = device.host()
            for _ in 0..<3 {
                let failure = try await host.failure("", to: "org.example.Fixtures.Damaged")
                #expect(failure.code == .couldNotStart)
                #expect(failure.message.hasPrefix("org.example.Fixtures.Damaged could not be started: "), "\(failure)")
            }
            try await host.expectAnswer()
        }
    }

    @Test(arguments: [true, false])
    func `a program that has gone or may not be executed is an error that names it`(removed: Bool) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let bundles = "device/Containers/Bundle/Application"
            let program = try #require(device.files(in: bundles).first { $0.string.hasSuffix("Fixture.appex/Fixture") })
            let path = device.folder.appending(bundles).pushing(program).string
            if removed { unlink(path) } else { chmod(path, 0o600) }
            let failure = try await device.host().failure("echo")
            #expect(failure.code == .couldNotStart)
            #expect(failure.message.contains("Fixture.appex/Fixture"), "\(failure)")
            // An update mends it.
            try await device.install(TestAppex())
            try await device.host().expectAnswer()
        }
    }

    @Test func `an identifier that is not installed is not found`() async throws {
        try await TestDevice.with { device in
            let host = device.host()
            let failure = try await host.failure("echo", to: "org.example.Nobody")
            #expect(failure.code == .notFound)
            #expect(failure.message.contains("org.example.Nobody"))
            #expect(try await host.extensions().isEmpty)
        }
    }

    @Test func `files that an extension was handed do not stay behind when it is killed`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let file = try device.write(Data(repeating: 7, count: 100_000), to: "photo.jpg")
            let provider = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
            async let failure = host.failure("hoard", attachments: [provider])
            let containers = "device/Containers/Data/PluginKitPlugin"
            try await eventually("the extension has the file") {
                device.files(in: containers).contains { $0.components.contains("tmp") }
            }
            sendSignal(SIGKILL, to: try await host.process().pid)
            #expect(try await failure.code == .died)
        }
    }
}
