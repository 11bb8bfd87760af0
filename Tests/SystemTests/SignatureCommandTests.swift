import AppexModel
import AppexSigning
import AppexSystem
import ExtensionTesting
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Signatures and keys that are not as they should be, as the commands report them.
@Suite(.timeLimit(.minutes(30))) struct SignatureCommandTests {
    /// Writes an app into the folder in which `appex` runs.
    private static func app(_ device: TestDevice) throws -> String {
        try TestApp(TestAppex(behaviour: "uppercase")).write(into: device.folder.appending("files")).string
    }

    private static func expect(
        _ run: CommandLineRun, _ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, "\(run.output)\(run.errors)", sourceLocation: sourceLocation)
        #expect((run.output + run.errors).contains(words), "\(run.output)\(run.errors)", sourceLocation: sourceLocation)
    }

    /// Checks that an app is refused with one sentence, and that nothing of it is on the device.
    private static func expectRefusal(
        of app: String, on device: TestDevice, _ words: String, adding variables: [Environment.Key: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await device.appex(["install", "--untrusted", "--replace", app], adding: variables)
        expect(run, 1, words, sourceLocation: sourceLocation)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)", sourceLocation: sourceLocation)
        let layout = device.place.layout
        for folder in [layout.bundleContainers, layout.appDataContainers, layout.staging] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
            #expect(names.isEmpty, "\(folder): \(names)", sourceLocation: sourceLocation)
        }
    }

    @Test func `a signature that cannot be used is refused with one sentence, and nothing is installed`() async throws {
        try await TestDevice.with { device in
            let app = try Self.app(device)
            func path(_ file: FilePath) -> String { FilePath(app).appending(file.components).string }
            let signature = path(SignatureFiles.signatureFile)
            func write(_ text: String, to path: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            }
            let weak = Data(Array("Ed".utf8) + [UInt8](repeating: 0, count: 40)).base64EncodedString()
            let changes: [(String, () throws -> Void)] = [
                ("its file is empty", { try write("", to: signature) }),
                (
                    "cut off",
                    {
                        try write(
                            String(try String(contentsOfFile: signature, encoding: .utf8).dropLast(9)), to: signature)
                    }
                ),
                (
                    "more than one signature",
                    {
                        let text = try String(contentsOfFile: signature, encoding: .utf8)
                        try write(text + text, to: signature)
                    }
                ),
                ("larger than", { #expect(truncate(signature, 1 << 30) == 0) }),
                ("zeros", { try write("untrusted comment: x\n\(weak)\n", to: path(SignatureFiles.keyFile)) }),
                ("is empty", { try write("", to: path(SignatureFiles.statementsFile)) }),
                ("does not fit", { try write("openextensionkit-seal 1\n", to: path(SealedFiles.file)) }),
                (
                    "sign it again, with `appex sign`",
                    {
                        try FileManager.default.moveItem(
                            atPath: signature, toPath: String(signature.dropLast(".minisig".count)))
                    }
                ),
            ]
            for (words, change) in changes {
                Self.expect(try await device.appex("sign", app), 0, "as Owner")
                try change()
                try await Self.expectRefusal(of: app, on: device, words)
            }
            Self.expect(try await device.appex("sign", app), 0, "as Owner")
            Self.expect(try await device.appex("install", app), 0, "signed by Owner")
        }
    }

    @Test func `a maker gets a new key and stays the same, and a revoked key is refused whatever the owner allows`()
        async throws
    {
        try await TestDevice.with { device in
            let app = try Self.app(device)
            Self.expect(try await device.appex("identity", "create", "Acme"), 0, "Created Acme")
            Self.expect(try await device.appex("sign", app, "--identity", "Acme"), 0, "as Acme")
            Self.expect(try await device.appex("install", app), 0, "signed by Acme")
            Self.expect(try await device.appex("identity", "renew", "Acme"), 0, ".retired")
            Self.expect(try await device.appex("sign", app, "--identity", "Acme"), 0, "as Acme")
            Self.expect(try await device.appex("install", app), 0, "signed by Acme")
            let verified = try await device.appex("verify", app, "--json")
            let listing = try verified.json(Listing.self)
            #expect(listing.keys?.count == 2 && listing.keys?.first == listing.fingerprint)
            let current = try #require(listing.keys?.last)
            Self.expect(try await device.appex("trust", "revoke", current), 0, "refuses the key \(current)")
            Self.expect(try await device.appex("trust"), 0, "revoked")
            for arguments in [["verify", app], ["install", app], ["install", "--untrusted", "--replace", app]] {
                Self.expect(try await device.appex(arguments), 1, "is revoked on this device")
            }
            Self.expect(try await device.appex("trust", "add", app), 1, "is revoked on this device")
            // What is installed stays, and can be used.
            #expect(try await device.host().send("uppercase", text: "x").count == 1)
            Self.expect(try await device.appex("trust", "revoke", "--undo", current), 0, "no longer refuses")
            Self.expect(try await device.appex("trust", "revoke", "--undo", current), 3, "No revoked key")
            Self.expect(try await device.appex("install", app), 0, "signed by Acme")
            Self.expect(try await device.appex("trust", "revoke", "Acme"), 0, "of Acme")
            Self.expect(try await device.appex("verify", app), 1, "is revoked on this device")
            Self.expect(try await device.appex("trust", "revoke", "Nobody"), 3, "No key is of")
            // The key was trusted before, and is listed once.
            let lines = try await device.appex("trust").output.split(separator: "\n")
            #expect(lines.filter { $0.contains(listing.fingerprint) }.count == 1, "\(lines)")
        }
    }

    @Test func `without the library nothing is signed, verified or installed, and programs that are installed start`()
        async throws
    {
        try await TestDevice.with(linger: 0) { device in
            let app = try Self.app(device)
            Self.expect(try await device.appex("sign", app), 0, "as Owner")
            Self.expect(try await device.appex("install", app), 0, "signed by Owner")
            let folder = device.folder.appending("libraries")
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
            // The dynamic linker takes the first file of this name, and cannot load it.
            try Data("no library".utf8).write(
                to: URL(fileURLWithPath: folder.appending("libcrypto.so.3").string))
            let variables: [Environment.Key: String] = ["LD_LIBRARY_PATH": folder.string]
            let words = "need OpenSSL 3 (libcrypto.so.3), and it is not installed; install it (Debian: libssl3)."
            for arguments in [
                ["sign", app], ["verify", app], ["identity", "create", "Acme"], ["trust", "add", app],
            ] {
                Self.expect(try await device.appex(arguments, adding: variables), 1, words)
            }
            // A broker of its own, because one that runs may have loaded the library.
            #expect(await DeviceProcesses.wait(for: device, atMost: .ample) { $0.isEmpty }.isEmpty)
            let run = try await device.appex(["run", fixtureIdentifier, "--text", "x"], adding: variables)
            switch TestLinking.current {
            case .programs: Self.expect(run, 0, "X")
            // A broker compares the files of a runtime with their digests before it uses the runtime.
            case .shared: Self.expect(run, 5, "could not be started: Signatures and digests need OpenSSL 3")
            }
            Self.expect(try await device.appex(["uninstall", "org.example.Fixtures"], adding: variables), 0, "Removed")
            try await Self.expectRefusal(of: app, on: device, "need OpenSSL 3", adding: variables)
        }
    }

    @Test func `a key with a password is refused where nobody can be asked`() async throws {
        try await TestDevice.with { device in
            let app = try Self.app(device)
            try await Self.makeKey("Mini", on: device)
            let result = try await run(
                .path("/usr/bin/setsid"),
                arguments: ["-w", try BuiltProgram.commandLine.path.string, "sign", app, "--identity", "Mini"],
                environment: device.subprocessEnvironment, workingDirectory: device.folder.appending("files"),
                input: .string("secret\n"), output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
            #expect(result.terminationStatus == .exited(3), "\(result.standardError)")
            #expect(result.standardError.contains("identity Mini has a password"), "\(result.standardError)")
            Self.expect(try await device.appex("verify", app), 1, "not signed")
            // Listing needs no password, and lists the others as usual.
            Self.expect(try await device.appex("identity", "create", "Acme"), 0, "Created Acme")
            let list = try await run(
                .path("/usr/bin/setsid"), arguments: ["-w", try BuiltProgram.commandLine.path.string, "identity"],
                environment: device.subprocessEnvironment, workingDirectory: device.folder.appending("files"),
                output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
            let output = list.standardOutput
            #expect(list.terminationStatus == .exited(0) && list.standardError == "", "\(list.standardError)")
            #expect(output.contains(/Mini +- +- +the key has a password/) && output.contains("Acme"), "\(output)")
        }
    }

    @Test(.enabled(if: TerminalSession.isAvailable, "tmux is not installed"))
    func `a key with a password is asked for it on the terminal, without showing it`() async throws {
        try await TestDevice.with { device in
            let app = try Self.app(device)
            try await Self.makeKey("Mini", on: device)
            for (password, words) in [
                ("other", "password of the key is wrong"), ("secret", "Signed Fixtures.app as Mini"),
            ] {
                try await TerminalSession.with(device, "sign '\(app)' --identity Mini </dev/null", width: 200) {
                    session in
                    try await session.wait(for: "Password of the identity Mini:")
                    try await session.type(password)
                    try await session.press("Enter")
                    let screen = try await session.wait(for: "modes: kept")
                    #expect(screen.contains(words) && !screen.contains("secret\n"), "\(screen)")
                }
            }
            try await TerminalSession.with(device, "identity renew Mini </dev/null", width: 200) { session in
                try await session.wait(for: "Password of the identity Mini:")
                try await session.type("secret")
                try await session.press("Enter")
                let screen = try await session.wait(for: "modes: kept")
                #expect(screen.contains("The new key of Mini has no password"), "\(screen)")
            }
        }
    }

    /// Makes an identity by minisign with the password "secret", which is checked in less time and memory than usually.
    private static func makeKey(_ name: String, on device: TestDevice) async throws {
        let folder = device.place.layout.identities
        try PrivateFolder.make(folder)
        let result = try await run(
            .path("/bin/sh"), arguments: ["-c", "ulimit -v 100000; exec minisign -G -p /dev/null -f -s '\(name).key'"],
            workingDirectory: folder, input: .string("secret\nsecret\n"), output: .discarded,
            error: .string(limit: 1 << 16))
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    }

    /// What `appex verify --json` prints.
    private struct Listing: Decodable {
        let fingerprint: String
        let keys: [String]?
    }
}
