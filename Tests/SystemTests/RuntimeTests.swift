import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Extensions that need a shared runtime. With `APPEX_TEST_LINKING=shared` all other system tests are about such ones too.
@Suite(.timeLimit(.minutes(3)))
struct RuntimeTests {
    private static let isShared = TestLinking.current == .shared

    @Test func `an app is refused that needs a runtime which the device does not have`() async throws {
        try await TestDevice.with { device in
            var appex = TestAppex("Fixture", .header)
            appex.runtime = "5.0-1.0-x86_64-12345678"
            let run = try await device.appex(
                "install", TestApp(appex).write(into: device.folder).string, "--untrusted")
            #expect(run.status == 1)
            for part in ["5.0-1.0-x86_64-12345678", "appex runtime install", "--static"] {
                #expect(run.errors.contains(part), "\(run.errors)")
            }
        }
    }

    @Test(arguments: ["", "../..", "a/b", ".hidden", String(repeating: "a", count: 101)])
    func `an identifier that is not one is refused`(identifier: String) async throws {
        try await TestDevice.with { device in
            var appex = TestAppex("Fixture", .header)
            appex.runtime = identifier
            let run = try await device.appex(
                "install", TestApp(appex).write(into: device.folder).string, "--untrusted")
            #expect(run.status == 1)
            #expect(
                run.errors.contains("AppexRuntime in Fixtures.app/PlugIns/Fixture.appex/Info.plist"), "\(run.errors)")
        }
    }

    @Test(.enabled(if: isShared)) func `a runtime that has been removed is an error, until it is there again`()
        async throws
    {
        try await Self.withCopyOfRuntime { folder, runtime in
            try await TestDevice.with(linger: 0, settings: ["APPEX_RUNTIMES": folder.string]) { device in
                try await device.install(TestAppex())
                let host = device.host()
                try await host.expectAnswer()
                try await Self.waitForEnd(of: host)
                let away = folder.appending(".away").string
                try #require(rename(runtime.string, away) == 0)
                let failure = try await host.failure("echo")
                #expect(failure.code == .couldNotStart)
                #expect(
                    failure.message.contains("needs the runtime \(runtime.lastComponent?.string ?? "")"), "\(failure)")
                try #require(rename(away, runtime.string) == 0)
                try await host.expectAnswer()
            }
        }
    }

    @Test(.enabled(if: isShared), arguments: ["libswift_Volatile.so", "appex-runtime", "Runtime.plist"])
    func `a damaged runtime is an error that names the file`(file: String) async throws {
        try await Self.withCopyOfRuntime { folder, runtime in
            try await TestDevice.with(linger: 0, settings: ["APPEX_RUNTIMES": folder.string]) { device in
                try await device.install(TestAppex())
                let host = device.host()
                try await host.expectAnswer()
                try await Self.waitForEnd(of: host)
                let place = URL(fileURLWithPath: runtime.appending(file).string)
                let content = try Data(contentsOf: place)
                // A file of its own: the program that waits has this one open for execution.
                try FileManager.default.removeItem(at: place)
                try (content + Data([0])).write(to: place)
                let failure = try await host.failure("echo")
                #expect(failure.code == .couldNotStart)
                #expect(failure.message.contains("damaged: \(file) is not as it was built"), "\(failure)")
                try content.write(to: place)
                chmod(place.path, file == "appex-runtime" ? 0o755 : 0o644)
                try await host.expectAnswer()
            }
        }
    }

    @Test(.enabled(if: isShared)) func `a process goes on whose runtime is removed while it runs`() async throws {
        try await Self.withCopyOfRuntime { folder, runtime in
            try await TestDevice.with(linger: 5, settings: ["APPEX_RUNTIMES": folder.string]) { device in
                try await device.install(TestAppex())
                let host = device.host()
                try await host.expectAnswer()
                let process = try await host.process().pid
                try #require(rename(runtime.string, folder.appending(".away").string) == 0)
                try await host.expectAnswer()
                #expect(try await host.process().pid == process)
            }
        }
    }

    @Test(.enabled(if: isShared), arguments: [SIGKILL, SIGSTOP])
    func `a process that waits with a runtime does no harm when it is killed or stopped`(signal: Int32) async throws {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            let waiting = try await Self.waitingRuntime(of: host)
            #expect(waiting.memory > 0)
            sendSignal(signal, to: waiting.pid)
            if signal == SIGSTOP {
                // The launch that gets it waits for its deadline, or until somebody ends the process.
                async let answer: Void = host.expectAnswer()
                sendSignal(SIGCONT, to: waiting.pid)
                try await answer
            }
            try await host.expectAnswer()
        }
    }

    @Test(.enabled(if: isShared)) func `an object without an entry is an error that the report explains`() async throws
    {
        try await TestDevice.with { device in
            var appex = TestAppex("Library", .library)
            appex.runtime = try TestLinking.shared.runtime
            try await device.install(TestApp(appex, TestAppex()))
            let host = device.host()
            let failure = try await host.failure("", to: "org.example.Fixtures.Library")
            #expect(failure.message.contains("status 78"), "\(failure)")
            let log = device.log(of: "org.example.Fixtures.Library")
            #expect(log.contains("cannot open the program") && log.contains("appex_main"), "\(log)")
            try await host.expectAnswer()
        }
    }

    /// Waits until the process of the last request has ended, so that the next one needs a launch.
    private static func waitForEnd(of host: ExtensionHost) async throws {
        while try await host.processes().contains(where: { $0.role == .appExtension }) { await Task.yield() }
    }

    /// The process that waits with a loaded runtime.
    private static func waitingRuntime(of host: ExtensionHost) async throws -> ProcessRecord {
        while true {
            if let found = try await host.processes().first(where: { $0.role == .runtime }) { return found }
            await Task.yield()
        }
    }

    /// Gives a test a folder with a copy of the runtime of this build.
    private static func withCopyOfRuntime(_ body: (FilePath, FilePath) async throws -> Void) async throws {
        let name = try #require(try TestLinking.shared.runtime)
        let original = try BuiltProgram.broker.path.removingLastComponent().appending("runtimes").appending(name)
        let folder = FilePath("/tmp/appex-runtimes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: original.string, toPath: folder.appending(name).string)
        try await body(folder, folder.appending(name))
    }
}
