import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// What the program `appex` makes of good and bad input: exit status, output, errors.
@Suite(.timeLimit(.minutes(30))) struct CommandLineTests {
    private static let jpeg =
        Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 0x11, count: 60_000) + Data([0xFF, 0xD9])

    /// One clear error: a status, and one line on standard error that says what about which thing.
    private func expect(
        _ run: CommandLineRun, _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
        #expect(run.output.isEmpty, sourceLocation: sourceLocation)
        #expect(run.errors.hasPrefix("appex: "), "\(run.errors)", sourceLocation: sourceLocation)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)", sourceLocation: sourceLocation)
        for word in words {
            #expect(run.errors.contains(word), "no \"\(word)\" in: \(run.errors)", sourceLocation: sourceLocation)
        }
    }

    @Test func `a photo comes back edited, under its name`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "image"))
            let photo = try device.write(Self.jpeg, to: "in.jpg")
            try FileManager.default.createDirectory(
                atPath: device.folder.appending("files/out").string, withIntermediateDirectories: false)
            let run = try await device.appex("run", fixtureIdentifier, photo, "--out", "out")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.isEmpty)
            let edited = try device.read("out/in.jpg")
            #expect(edited.count == Self.jpeg.count + 6)
            #expect(run.output.contains("out/in.jpg (\(edited.count) bytes)"), "\(run.output)")
        }
    }

    @Test func `input that cannot be handed over is refused before anything is started`() async throws {
        try await TestDevice.with { device in
            _ = try device.write(Self.jpeg, to: "in.jpg")
            mkfifo(device.folder.appending("files/pipe").string, 0o600)
            expect(try await device.appex("run", fixtureIdentifier, "missing.jpg"), 2, "missing.jpg", "No such file")
            expect(try await device.appex("run", fixtureIdentifier, "."), 2, "folder")
            expect(try await device.appex("run", fixtureIdentifier, "in.jpg", "missing.jpg"), 2, "missing.jpg")
            expect(try await device.appex("run", fixtureIdentifier, "pipe"), 2, "pipe", "not a regular file")
            expect(try await device.appex("run", fixtureIdentifier, "/dev/null"), 2, "/dev/null")
            expect(try await device.appex("run", fixtureIdentifier, "--url", "no url"), 2, "no url")
            #expect(device.broker == nil)
            #expect(device.files(in: "device").isEmpty)
        }
    }

    @Test(arguments: ["", "This is a text, whatever its name says.\n"])
    func `a file that is no photo is the extension's error`(content: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "image"))
            let file = try device.write(Data(content.utf8), to: "text.jpg")
            expect(try await device.appex("run", fixtureIdentifier, file), 1, fixtureIdentifier, "is no JPEG image")
            let photo = try device.write(Self.jpeg, to: "in.jpg")
            let next = try await device.appex("run", fixtureIdentifier, photo, "--out", "edited.jpg")
            #expect(next.status == 0, "\(next.errors)")
        }
    }

    @Test func `wrong usage has status 2`() async throws {
        try await TestDevice.with { device in
            for arguments in [
                ["run"], ["run", fixtureIdentifier, "--timeout", "0"], ["run", fixtureIdentifier, "--timeout", "soon"],
                ["run", fixtureIdentifier, "--nonsense"], ["nonsense"], ["install"], ["install", ""],
                ["list", "more"], ["limits", "set", "device", "memory"], ["limits", "set", "device", "foo=5"],
                ["types", ""], ["reports", ""],
            ] {
                let run = try await device.appex(arguments)
                #expect(run.status == 2, "\(arguments): \(run.errors)")
                #expect(!run.errors.isEmpty)
            }
            for arguments in [["--help"], ["run", "--help"]] { #expect(try await device.appex(arguments).status == 0) }
        }
    }

    @Test func `what is not installed has status 3`() async throws {
        try await TestDevice.with { device in
            expect(try await device.appex("run", "org.example.Nobody"), 3, "org.example.Nobody", "appex list")
            expect(try await device.appex("uninstall", "org.example.Nobody"), 3, "org.example.Nobody")
            expect(try await device.appex("uninstall", "not an identifier"), 3, "not an identifier")
            expect(try await device.appex("run", "../../etc"), 3, "../../etc")
        }
    }

    @Test(arguments: [
        ("crash", 4, "crashed"), ("exit", 4, "status 7"), ("cancel", 1, "told to cancel"),
        ("loadFails", 1, "Cannot load attachment 1 (public.data)"),
        ("loadCrashes", 4, "has ended"),
    ])
    func `an extension that fails is one error and leaves no output`(behaviour: String, status: Int32, word: String)
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(
                TestApp(TestAppex(behaviour: behaviour), TestAppex("Good", behaviour: "uppercase")))
            expect(try await device.appex("run", fixtureIdentifier), status, word)
            try await expectNoOutput(on: device)
        }
    }

    /// What the limit of a run ends. The limit begins with the call, as documented, and so includes the launch. It is made
    /// longer for as long as a machine needs all of it until the extension has reached the state that the test is about.
    @Test(arguments: [
        ("silent", "\(fixtureIdentifier) did not answer within"),
        ("loadNeverEnds", "\(fixtureIdentifier) has not delivered attachment 1 (public.data) in time;"),
    ])
    func `an extension that takes too long is one error and leaves no output`(behaviour: String, words: String)
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(
                TestApp(TestAppex(behaviour: behaviour), TestAppex("Good", behaviour: "uppercase")))
            var limit = 1
            var run = try await device.appex("run", fixtureIdentifier, "--timeout", "\(limit)")
            while limit < 64, !run.errors.contains(words), run.errors.contains("within \(limit) second") {
                limit *= 4
                run = try await device.appex("run", fixtureIdentifier, "--timeout", "\(limit)")
            }
            expect(run, 4, words)
            if behaviour == "silent" { expect(run, 4, "\(words) \(limit) second") }
            #expect(run.duration < .seconds(limit) + .promptly)
            try await expectNoOutput(on: device)
        }
    }

    private func expectNoOutput(on device: TestDevice) async throws {
        #expect(device.files(in: "files").allSatisfy { $0.string.hasPrefix("Fixtures.app") })
        let next = try await device.appex("run", "org.example.Fixtures.Good", "--text", "again")
        #expect(next.status == 0)
        #expect(next.output == "AGAIN\n")
    }

    @Test func `a sparse file that an extension returns keeps its holes`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex("Hostile", .hostile, behaviour: "hugeFile"))
            let run = try await device.appex(
                "run", "org.example.Fixtures.Hostile", "--timeout", "600", "--out", "out/")
            #expect(run.status == 0, "\(run.errors)")
            let names = try FileManager.default.contentsOfDirectory(
                atPath: device.folder.appending("files/out").string)
            let name = try #require(names.first)
            #expect(names.count == 1)
            var status = stat()
            #expect(lstat(device.folder.appending("files/out/\(name)").string, &status) == 0)
            #expect(status.st_size == 3 << 30)
            #expect(status.st_blocks < 1 << 10, "\(status.st_blocks) blocks are in use")
        }
    }

    @Test func `a change that no broker can make has status 1 and a whole sentence`() async throws {
        try await TestDevice.with { device in
            unlink(device.folder.appending("bin/appexd").string)
            expect(try await device.appex("uninstall", "org.example.App"), 1, "appexd")
            expect(try await device.appex("disable", "org.example.App.Share"), 1, "appexd")
        }
    }

    @Test(arguments: ["closeSession", "garbage"])
    func `an extension that breaks the wire has status 4`(hostility: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex("Hostile", .hostile, behaviour: hostility))
            expect(try await device.appex("run", "org.example.Fixtures.Hostile"), 4, "org.example.Fixtures.Hostile")
        }
    }

    @Test func `what cannot be started has status 5`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex("Damaged", .damaged))
            expect(try await device.appex("run", "org.example.Fixtures.Damaged"), 5, "could not be started")
            unlink(device.folder.appending("bin/appexd").string)
            let broker = try #require(device.broker)
            sendSignal(SIGKILL, to: broker)
            _ = try await ProcessEnd.of(broker)
            expect(try await device.appex("list"), 5, "appexd")
            try FileManager.default.createSymbolicLink(
                atPath: device.folder.appending("bin/appexd").string,
                withDestinationPath: BuiltProgram.broker.path.string)
            #expect(try await device.appex("list").status == 0)
        }
    }

    @Test func `bundles that cannot be installed have status 1, and change nothing`() async throws {
        try await TestDevice.with { device in
            var noManifest = TestApp(TestAppex())
            noManifest.hasManifest = false
            var taken = TestApp(TestAppex("Other"))
            taken.name = "Taken"
            taken.identifier = "org.example.Fixtures.Fixture"
            try await device.install(TestAppex())
            let before = try await device.appex("list", "--json").output
            for (app, words) in [
                (noManifest, ["Info.plist"]),
                (TestApp(TestAppex("Missing", .missing)), ["Missing.appex/Missing", "missing"]),
                (TestApp(TestAppex("Plain", .notExecutable)), ["Plain.appex/Plain", "chmod +x"]),
                (taken, ["belongs to"]),
            ] {
                let run = try await device.appex(
                    "install", "--untrusted", try app.write(into: device.folder.appending("files")).string)
                expect(run, 1, words[0], words[words.count - 1])
                #expect(try await device.appex("list", "--json").output == before)
                #expect(device.files(in: "device/Library/Staging").isEmpty)
            }
            let file = try device.write(Data("no folder".utf8), to: "file.app")
            expect(try await device.appex("install", "--untrusted", file), 1, "file.app")
            expect(try await device.appex("install", "missing.app"), 3, "missing.app")
            expect(try await device.appex("install", "."), 2, "ends with .app")
            // Not the folder that the command is run in.
            expect(try await device.appex("install", ""), 2, "an app without a name")
            expect(try await device.appex("run", fixtureIdentifier, ""), 2, "a file without a name")
            try await device.host().expectAnswer()
        }
    }

    @Test func `a second run joins the process of the first`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex(behaviour: "uppercase"))
            let watcher = device.host()
            #expect(try await device.appex("run", fixtureIdentifier, "--text", "one").output == "ONE\n")
            let process = try await watcher.process()
            #expect(try await device.appex("run", fixtureIdentifier, "--text", "two").output == "TWO\n")
            #expect(try await watcher.process().pid == process.pid)
        }
    }
}
