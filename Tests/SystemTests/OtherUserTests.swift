import AppexModel
import AppexSystem
import Foundation
import Glibc
import Subprocess
import SystemPackage
import Testing

/// Several users of one machine, with real programs.
@Suite(.enabled(if: geteuid() == 0, "only root can start programs as other users"), .timeLimit(.minutes(30)))
struct OtherUserTests {
    /// A user of the machine with a device.
    private struct User {
        let number: UInt32
        let home: FilePath
        var device: FilePath { home.appending("device") }
        var runtime: FilePath { home.appending("run") }

        init(_ number: UInt32, in folder: FilePath) throws {
            self.number = number
            home = folder.appending("\(number)")
            // Others may enter it, so that only the device itself keeps them out.
            try FileManager.default.createDirectory(
                atPath: home.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            chown(home.string, number, number)
        }

        var settings: [String: String] {
            ["HOME": home.string, "APPEX_ROOT": device.string, "XDG_RUNTIME_DIR": runtime.string]
        }
    }

    private static let strangers: (UInt32, UInt32) = (65_534, 65_533)

    /// Runs `body` with a folder that every user may enter, removed when the brokers that were started in it have ended.
    private static func withFolder(_ body: (FilePath) async throws -> Void) async throws {
        let folder = FilePath("/tmp/appex-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try await body(folder)
    }

    /// Runs a program as a user.
    private static func run(
        _ program: FilePath, _ arguments: [String], as user: UInt32, _ settings: [String: String]
    ) async throws -> (status: Int32?, output: String, errors: String) {
        let own = ProcessInfo.processInfo.environment
        let environment = own.filter { ["PATH", "LD_LIBRARY_PATH", "LANG"].contains($0.key) }.merging([
            "APPEX_BROKER": try BuiltProgram.broker.path.string, "APPEX_IDLE_SECONDS": "0.1",
            "APPEX_LAUNCHER": try BuiltProgram.broker.path.removingLastComponent().appending("appex-launch").string,
        ]) { $1 }.merging(settings) { $1 }
        let result = try await Subprocess.run(
            .name("setpriv"),
            arguments: Arguments(
                ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program.string] + arguments),
            environment: .custom(
                Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })),
            input: .none, output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        let status: Int32? = if case .exited(let code) = result.terminationStatus { code } else { nil }
        return (status, result.standardOutput, result.standardError)
    }

    private static func appex(
        _ arguments: String..., as user: UInt32, _ settings: [String: String]
    ) async throws -> (status: Int32?, output: String, errors: String) {
        try await run(BuiltProgram.commandLine.path, arguments, as: user, settings)
    }

    /// Waits for the broker of a user, which has removed its socket when it leaves.
    private static func expectEnd(of user: User) async throws {
        let place = try DevicePlace(environment: user.settings, home: user.home, uid: user.number)
        // Its lock is free when it has gone.
        _ = try FileLock.waiting(for: place.runtime.brokerLock)
        #expect(access(place.runtime.brokerSocket.string, F_OK) != 0)
    }

    /// Every name below a folder, with its mode and owner.
    private static func snapshot(_ folder: FilePath) throws -> [String: [UInt32]] {
        var result: [String: [UInt32]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) + [""] {
            var status = stat()
            try #require(lstat(folder.appending(name).string, &status) == 0)
            result[name] = [status.st_mode, status.st_uid, status.st_gid]
        }
        return result
    }

    @Test func `two users neither see nor disturb each other's devices`() async throws {
        try await Self.withFolder { folder in
            let users = [try User(Self.strangers.0, in: folder), try User(Self.strangers.1, in: folder)]
            for user in users {
                var app = TestApp()
                app.identifier = "org.example.User\(user.number)"
                app.name = "User\(user.number)"
                let installed = try await Self.appex(
                    "install", "--untrusted", app.write(into: folder).string, as: user.number, user.settings)
                try #require(installed.status == 0, "\(installed.errors)")
            }
            for (user, other) in zip(users, users.reversed()) {
                let list = try await Self.appex("list", "--json", as: user.number, user.settings)
                #expect(list.output.contains("org.example.User\(user.number)"), "\(list.errors)")
                #expect(!list.output.contains("org.example.User\(other.number)"))
                // The other's device, with one's own folder for sockets and with the other's.
                for settings in [user.settings.merging(["APPEX_ROOT": other.device.string]) { $1 }, other.settings] {
                    let refused = try await Self.appex("list", as: user.number, settings)
                    #expect(refused.status == 1)
                    let reason = "\(other.home) belongs to user \(other.number), and this program runs as user "
                    #expect(refused.errors.contains("\(reason)\(user.number)"), "\(refused.errors)")
                }
                // One's own device with the other's folder for sockets, which cannot even be entered.
                let own = user.settings.merging(["XDG_RUNTIME_DIR": other.runtime.string]) { $1 }
                let unreachable = try await Self.appex("list", as: user.number, own)
                #expect(unreachable.status == 5 && unreachable.errors.contains("Permission denied"))
                let layout = try DeviceLayout(root: other.device)
                for path in [layout.root, layout.reports, layout.logs, layout.appDataContainers, other.runtime] {
                    for (number, status) in [(other.number, 0), (user.number, 1)] as [(UInt32, Int32)] {
                        let look = try await Self.run("/usr/bin/test", ["-x", path.string], as: number, [:])
                        #expect(look.status == status, "\(path) as \(number)")
                    }
                }
            }
            for user in users { try await Self.expectEnd(of: user) }
        }
    }

    @Test func `root is refused on a user's device by every program before anything is made or emptied`() async throws {
        try await Self.withFolder { folder in
            let user = try User(Self.strangers.0, in: folder)
            #expect(try await Self.appex("list", as: user.number, user.settings).status == 0)
            try await Self.expectEnd(of: user)
            // What root was led to empty: a folder that only root may enter.
            let target = folder.appending("target")
            try FileManager.default.createDirectory(
                atPath: target.appending("inner").string, withIntermediateDirectories: true)
            let staging = try DeviceLayout(root: user.device).staging
            rmdir(staging.string)
            symlink(target.string, staging.string)
            lchown(staging.string, user.number, user.number)
            let app = try TestApp().write(into: folder)
            let before = try Self.snapshot(folder)
            let settings = user.settings.merging(["XDG_RUNTIME_DIR": folder.appending("run").string]) { $1 }
            let programs: [(BuiltProgram, [String])] = [
                (.commandLine, ["install", app.string]), (.commandLine, ["list"]), (.commandLine, ["reports"]),
                (.commandLine, ["logs", "org.example.App.Share"]), (.commandLine, ["limits"]),
                (.commandLine, ["reports", "--follow"]), (.web, ["--port", "0"]),
                (.broker, ["--root", user.device.string, "--runtime", folder.appending("run").string]),
            ]
            for (program, arguments) in programs {
                let run = try await Self.run(try program.path, arguments, as: 0, settings)
                #expect(run.status == 1, "\(program) \(arguments)")
                let said = run.output + run.errors
                // Nobody listens to the broker that is started by hand.
                if program != .broker {
                    #expect(said.contains("belongs to user \(user.number)") && said.contains("APPEX_ROOT"), "\(said)")
                    #expect(said.split(separator: "\n").count == 1, "\(said)")
                }
                let after = try Self.snapshot(folder)
                #expect(after == before, "\(program) \(arguments)")
            }
        }
    }

    @Test func `root with the home of a user makes nothing in it`() async throws {
        try await Self.withFolder { folder in
            let user = try User(Self.strangers.0, in: folder)
            let settings = ["HOME": user.home.string, "XDG_RUNTIME_DIR": folder.appending("run").string]
            let run = try await Self.appex("list", as: 0, settings)
            #expect(run.status == 1)
            #expect(run.errors.contains("\(user.home) belongs to user \(user.number)"), "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: user.home.string).isEmpty)
        }
    }

    @Test func `a folder for sockets that another user has made first is refused with what to do`() async throws {
        try await Self.withFolder { folder in
            // A user whom no machine has.
            let user = try User(UInt32.random(in: 2_000_000_000...2_100_000_000), in: folder)
            let taken = "/tmp/appex-\(user.number)"
            mkdir(taken, 0o777)
            defer { rmdir(taken) }
            chown(taken, Self.strangers.0, Self.strangers.0)
            let run = try await Self.appex("list", as: user.number, ["HOME": user.home.string])
            #expect(run.status == 5)
            #expect(run.errors.contains("\(taken) belongs to user \(Self.strangers.0)"), "\(run.errors)")
            #expect(run.errors.contains("Set XDG_RUNTIME_DIR"), "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: taken).isEmpty)
        }
    }
}
