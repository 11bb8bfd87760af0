import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// Requests that reach no extension through no fault of it: they are tried once more.
@Suite(.timeLimit(.minutes(30))) struct SecondAttemptTests {
    @Test func `a request whose launch meets an update of its app is answered by the version that is launched`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "uppercase"))
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            let launcher = try await idleLauncher(of: device, host)
            sendSignal(SIGSTOP, to: launcher)
            defer { sendSignal(SIGCONT, to: launcher) }
            let item = NSExtensionItem()
            item.attributedContentText = NSAttributedString(string: "text")
            async let answer = host.send([item], to: identity, timeout: .ample).first?.text
            try await eventually("it is being started") {
                try await host.processes().contains { $0.state == "starting" }
            }
            var app = TestApp(TestAppex(behaviour: "echo"))
            app.version = "2.0"
            try await device.install(app)
            sendSignal(SIGCONT, to: launcher)
            // Its files stay until it has ended.
            #expect(try await answer == "TEXT")
            try await eventually("it has ended") { try await host.extensionProcesses().isEmpty }
            #expect(try await host.text("echo", "text") == "text")
        }
    }

    @Test func `a request whose launch meets the end of the launcher is tried once more`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            for round in 1...3 {
                let launcher = try await idleLauncher(of: device, host)
                sendSignal(SIGSTOP, to: launcher)
                async let answer = host.text("uppercase", "again")
                try await eventually("it is being started") {
                    try await host.processes().contains { $0.state == "starting" }
                }
                sendSignal(SIGKILL, to: launcher)
                #expect(try await answer == "AGAIN")
                #expect(device.reports.count == round)
            }
        }
    }

    @Test func `a view whose launch meets the end of the launcher is shown all the same`() async throws {
        try await TestDevice.with { device in
            var appex = TestAppex("View", .view, point: "com.apple.ui-services")
            appex.principal = "fixture_view.FixtureViewController"
            try await device.install(TestApp(appex, TestAppex()))
            let host = device.host()
            let identity = try await host.extension("org.example.Fixtures.View")
            let launcher = try await idleLauncher(of: device, host)
            sendSignal(SIGSTOP, to: launcher)
            async let shown = host.present([], to: identity, traits: ViewTraits(width: 100, height: 100))
            try await eventually("it is being started") {
                try await host.processes().contains { $0.state == "starting" }
            }
            sendSignal(SIGKILL, to: launcher)
            _ = try await shown
            #expect(device.reports.count == 1)
        }
    }

    @Test func `a process that ends with the launcher before it has begun is started once more, and no third time`()
        async throws
    {
        let identifier = "org.example.Fixtures.Hostile"
        try await TestDevice.with { device in
            // It stops before it listens.
            try await device.install(TestAppex("Hostile", .hostile, behaviour: "stopItself"))
            let host = device.host()
            async let failure = host.failure("", to: identifier, timeout: .ample)
            var last: Int32 = 0
            for _ in 0..<2 {
                var started: ProcessRecord?
                try await eventually("it has been started") { [last] in
                    started = try await host.processes().first {
                        $0.role == .appExtension && $0.identifier == identifier && ![0, last].contains($0.pid)
                    }
                    return started != nil
                }
                last = try #require(started).pid
                sendSignal(SIGKILL, to: try #require(device.launcher))
                _ = try await ProcessEnd.of(last)
            }
            let told = try await failure
            #expect(told.code == .died && device.reports.map(\.kind) == [.launcherEnded, .launcherEnded])
            #expect(told.reportIdentifier == device.reports.last?.identifier.rawValue)
        }
    }

    /// The launcher, when it has been used and nothing runs.
    private func idleLauncher(of device: TestDevice, _ host: ExtensionHost) async throws -> Int32 {
        _ = try await host.send("report")
        try await eventually("nothing runs") { try await host.extensionProcesses().isEmpty }
        return try #require(device.launcher)
    }
}
