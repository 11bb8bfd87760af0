import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Extensions that need a shared runtime. With `APPEX_TEST_LINKING=shared` all other system tests are about such ones too.
@Suite(.timeLimit(.minutes(30)))
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

    @Test func `an extension's process has the name, arguments and bundle of the extension, from the first launch on`()
        async throws
    {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(TestAppex())
            let host = device.host()
            for _ in 0..<3 {
                let report = try #require(try await host.send("report").first?.userInfo)
                #expect(report["processName"] as? String == "Fixture")
                let arguments = try #require(report["arguments"] as? [String])
                #expect(arguments.count == 1 && arguments[0].hasSuffix("/Fixture.appex/Fixture"), "\(arguments)")
                #expect(report["processArguments"] as? [String] == arguments)
                #expect((report["bundle"] as? String)?.hasSuffix("/Fixture.appex") == true)
                try await Self.waitForEnd(of: host)
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
                    failure.message.contains("It needs the runtime \(runtime.lastComponent?.string ?? "")"),
                    "\(failure)")
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
            try await TestDevice.withLastingProcesses(settings: ["APPEX_RUNTIMES": folder.string]) { device in
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
                let failure = try await host.failure("echo")
                #expect(failure.code == .couldNotStart)
                #expect(failure.message.contains("runtime: Connection timed out"), "\(failure)")
            }
            try await host.expectAnswer()
        }
    }

    @Test(.enabled(if: isShared))
    func `an object without an entry is refused, and so is one whose runtime is not named`()
        async throws
    {
        try await TestDevice.with { device in
            // A library of the system is an object, and no extension.
            var library = TestAppex("Library", .library)
            library.runtime = try TestLinking.shared.runtime
            var run = try await device.appex(
                "install", TestApp(library).write(into: device.folder).string, "--untrusted")
            #expect(run.status == 1 && run.errors.contains("does not define appex_main"), "\(run.errors)")
            let app = try TestApp(TestAppex()).write(into: device.folder)
            let manifest = app.appending("PlugIns/Fixture.appex/Info.plist")
            let text = try String(contentsOfFile: manifest.string, encoding: .utf8)
            try text.replacing("<key>AppexRuntime</key>", with: "<key>Other</key>")
                .write(toFile: manifest.string, atomically: false, encoding: .utf8)
            run = try await device.appex("install", app.string, "--untrusted")
            #expect(run.status == 1 && run.errors.contains("names none (AppexRuntime)"), "\(run.errors)")
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
