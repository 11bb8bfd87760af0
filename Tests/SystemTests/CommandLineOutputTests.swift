import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// Where `appex run` writes what comes back, and the shapes that `--json` prints.
@Suite(.timeLimit(.minutes(30))) struct CommandLineOutputTests {
    /// A device with an extension that returns data under the name that it is given as text.
    nonisolated(nonsending) private func withNamer(
        _ body: nonisolated(nonsending) @Sendable (TestDevice) async throws -> Void
    ) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "named"))
            unlinkApp(in: device)
            try await body(device)
        }
    }

    private func unlinkApp(in device: TestDevice) {
        try? FileManager.default.removeItem(atPath: device.folder.appending("files/Fixtures.app").string)
    }

    @Test func `an existing file is only replaced with --force`() async throws {
        try await withNamer { device in
            _ = try device.write(Data("old".utf8), to: "out.txt")
            let refused = try await device.appex("run", fixtureIdentifier, "--text", "x", "--out", "out.txt")
            #expect(refused.status == 2)
            #expect(refused.errors.contains("out.txt exists"), "\(refused.errors)")
            #expect(try device.read("out.txt") == Data("old".utf8))
            let forced = try await device.appex("run", fixtureIdentifier, "--text", "x", "--out", "out.txt", "--force")
            #expect(forced.status == 0, "\(forced.errors)")
            #expect(try device.read("out.txt") == Data("content".utf8))
            // The name that the extension suggests, in the current folder.
            _ = try device.write(Data("old".utf8), to: "suggested.txt")
            let taken = try await device.appex("run", fixtureIdentifier, "--text", "suggested.txt")
            #expect(taken.status == 2)
            #expect(taken.errors.contains("suggested.txt exists"), "\(taken.errors)")
            #expect(try device.read("suggested.txt") == Data("old".utf8))
            let replaced = try await device.appex("run", fixtureIdentifier, "--text", "suggested.txt", "--force")
            #expect(replaced.status == 0, "\(replaced.errors)")
            #expect(try device.read("suggested.txt") == Data("content".utf8))
            #expect(Set(device.files(in: "files").map(\.string)) == ["out.txt", "suggested.txt"])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `what cannot be written here is not said of the extension`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "large"))
            unlinkApp(in: device)
            let disk = device.folder.appending("files/disk").string
            mkdir(disk, 0o700)
            try #require(mount("tmpfs", disk, "tmpfs", 0, "size=64k,mode=700") == 0)
            defer { umount2(disk, CInt(MNT_DETACH)) }
            for target in ["disk", "disk/file", "disk/new/folder/"] {
                let full = try await device.appex("run", fixtureIdentifier, "--out", target)
                #expect(full.status == 1 && full.errors.contains("Cannot write "), "\(full.errors)")
                #expect(full.errors.contains("No space left on device"), "\(full.errors)")
                #expect(device.files(in: "files/disk").isEmpty)
            }
            _ = try device.write(Data(), to: "file")
            let blocked = try await device.appex("run", fixtureIdentifier, "--out", "file/a/b/")
            #expect(blocked.status == 1 && blocked.errors.contains("Cannot make the folder "), "\(blocked.errors)")
            #expect(blocked.errors.contains("Not a directory"), "\(blocked.errors)")
        }
    }

    /// What `--json` prints of a failure.
    private struct SaidFailure: Decodable, Equatable {
        struct Error: Decodable, Equatable {
            var code: String
            var message: String
            var report: String?
            var status: Int32
        }
        var error: Error
    }

    @Test func `with --json a failure is an object on standard output, and a sentence on standard error`() async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "crash"))
            let crashed = try await device.appex("run", fixtureIdentifier, "--json")
            let said = try crashed.json(SaidFailure.self).error
            #expect(crashed.status == 4 && said.status == 4 && said.code == "died")
            #expect(said.report == device.reports.first?.identifier.rawValue && said.report != nil)
            #expect(crashed.errors == "appex: \(said.message)\n" && crashed.output.split(separator: "\n").count == 1)
            for (arguments, status, code) in [
                (["run", "org.example.Nobody", "--json"], 3, "notFound"),
                (["run", "--json", fixtureIdentifier, "--timeout", "0"], 2, "usage"),
                (["list", "more", "--json"], 2, "usage"), (["install", "--json", "missing.app"], 3, "notFound"),
                (["limits", "set", "device", "memory=much", "--json"], 2, "usage"),
                (["run", fixtureIdentifier, "--json", "--out", "/nonexistent/folder/file"], 2, "usage"),
            ] {
                let run = try await device.appex(arguments)
                let said = try run.json(SaidFailure.self).error
                #expect(run.status == Int32(status) && said.status == Int32(status), "\(arguments)")
                #expect(said.code == code && said.report == nil, "\(arguments): \(said)")
                #expect(!said.message.isEmpty && run.errors.contains(said.message), "\(run.errors)")
            }
            // Help is no failure, and what looks like the option may be a value.
            #expect(try await device.appex("run", "--help", "--json").output.hasPrefix("OVERVIEW"))
            #expect(try await device.appex("run", "org.example.Nobody", "--text=--json").output.isEmpty)
        }
    }

    @Test func `a link in the way is not followed`() async throws {
        try await withNamer { device in
            let secret = try device.write(Data("secret".utf8), to: "secret.txt")
            let link = device.folder.appending("files/link.txt").string
            for force in [false, true] {
                unlink(link)
                symlink(secret, link)
                let run = try await device.appex(
                    ["run", fixtureIdentifier, "--text", "link.txt"] + (force ? ["--force"] : []))
                #expect(run.status == (force ? 0 : 2), "\(run.errors)")
                #expect(try device.read("secret.txt") == Data("secret".utf8))
            }
            // A link that leads nowhere is in the way as well.
            unlink(link)
            symlink("/nonexistent/file", link)
            #expect(try await device.appex("run", fixtureIdentifier, "--text", "link.txt").status == 2)
        }
    }

    @Test(arguments: [[], ["--force"]]) func `a pipe in the way is never replaced`(force: [String]) async throws {
        try await withNamer { device in
            let pipe = device.folder.appending("files/pipe.txt").string
            let link = device.folder.appending("files/link").string
            try #require(mkfifo(pipe, 0o600) == 0 && symlink("pipe.txt", link) == 0)
            // Named by the user, by a link to it, and by the extension.
            for arguments in [["x", "--out", "pipe.txt"], ["x", "--out", "link"], ["pipe.txt", "--out", "."]] {
                let run = try await device.appex(["run", fixtureIdentifier, "--text"] + arguments + force)
                #expect(run.status == 2)
                #expect(run.errors.contains("is not a regular file; choose another name"), "\(run.errors)")
                var status = stat()
                #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
                #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: device.folder.appending("files").string)
            #expect(Set(left) == ["pipe.txt", "link"])
        }
    }

    @Test func `a folder that takes no files is named, and not the extension`() async throws {
        try await withNamer { device in
            let run = try await device.appex("run", fixtureIdentifier, "--text", "x", "--out", "/proc/appex-test")
            #expect(run.status == (getuid() == 0 ? 1 : 2))
            #expect(run.errors.contains("Cannot write ") && run.errors.contains("into /proc: "), "\(run.errors)")
            #expect(!run.errors.contains("which the extension returned"), "\(run.errors)")
        }
    }

    @Test(arguments: [
        ("../../evil", "evil"), ("/etc/evil", "evil"), ("..", "item"), ("", "item"), ("a/../../b.txt", "b.txt"),
        (".hidden", "hidden"), ("new\nline\u{1B}[31m.txt", "new_line_[31m.txt"),
        (String(repeating: "x", count: 300) + ".txt", nil),
    ])
    func `a suggested name stays in the folder`(name: String, expected: String?) async throws {
        try await withNamer { device in
            try FileManager.default.createDirectory(
                atPath: device.folder.appending("files/a/b").string, withIntermediateDirectories: true)
            let run = try await device.appex("run", fixtureIdentifier, "--text", name, "--out", "a/b")
            #expect(run.status == 0, "\(run.errors)")
            let files = device.files(in: "files")
            #expect(files.count == 1)
            let file = try #require(files.first)
            #expect(file.removingLastComponent().string == "a/b")
            if let expected {
                #expect(file.lastComponent?.string == expected || file.lastComponent?.string == "\(expected).bin")
            }
            #expect(!run.output.contains("\u{1B}"))
            #expect(run.output.split(separator: "\n").count == 1)
        }
    }

    @Test func `a folder that does not exist is made when its name ends with a slash`() async throws {
        try await withNamer { device in
            let run = try await device.appex("run", fixtureIdentifier, "--text", "name.txt", "--out", "new/folder/")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try device.read("new/folder/name.txt") == Data("content".utf8))
            let nowhere = try await device.appex("run", fixtureIdentifier, "--text", "x", "--out", "missing/file.txt")
            #expect(nowhere.status == 2)
            #expect(nowhere.errors.contains("missing"), "\(nowhere.errors)")
            let file = try await device.appex("run", fixtureIdentifier, "--text", "x", "--out", "new/folder/name.txt/")
            #expect(file.status == 2, "\(file.errors)")
        }
    }

    @Test func `two attachments do not go into one file, and get names of their own in a folder`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "twins"))
            unlinkApp(in: device)
            let single = try await device.appex("run", fixtureIdentifier, "--out", "one.txt")
            #expect(single.status == 2)
            #expect(single.errors.contains("2 attachments"), "\(single.errors)")
            #expect(device.files(in: "files").isEmpty)
            let run = try await device.appex("run", fixtureIdentifier)
            #expect(run.status == 0, "\(run.errors)")
            #expect(Set(device.files(in: "files").map(\.string)) == ["twin.txt", "twin-2.txt"])
            #expect(try device.read("twin.txt") == Data("one".utf8))
            #expect(try device.read("twin-2.txt") == Data("two".utf8))
        }
    }

    @Test(arguments: [[], ["--force"]]) func `of attachments of which one cannot be loaded nothing is left`(
        force: [String]
    ) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "someLoadsFail"))
            unlinkApp(in: device)
            _ = try device.write(Data("old".utf8), to: "good.bin")
            // A folder that is there, and one that has to be made; each twice.
            for out in [".", "new/folder/", ".", "new/folder/"] {
                let run = try await device.appex(["run", fixtureIdentifier, "--out", out] + force)
                #expect(run.status == 1, "\(run.errors)")
                #expect(run.errors.contains("Cannot load \"bad\" (public.data)"), "\(run.errors)")
                #expect(
                    try FileManager.default.subpathsOfDirectory(atPath: device.folder.appending("files").string)
                        == ["good.bin"])
                #expect(try device.read("good.bin") == Data("old".utf8))
            }
        }
    }

    @Test func `text and URLs are handed over, and returned text is printed`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Upper", behaviour: "uppercase")))
            unlinkApp(in: device)
            let text = try await device.appex("run", "org.example.Fixtures.Upper", "--text", "grüße\nund mehr")
            #expect(text.status == 0, "\(text.errors)")
            #expect(text.output == "GRÜSSE\nUND MEHR\n")
            #expect(device.files(in: "files").isEmpty)

            let url = try await device.appex(
                "run", fixtureIdentifier, "--url", "https://example.org/a?b=c", "--out", "url.txt")
            #expect(url.status == 0, "\(url.errors)")
            #expect(try device.read("url.txt") == Data("https://example.org/a?b=c".utf8))
            let printed = try await device.appex("run", fixtureIdentifier, "--url", "https://example.org/a?b=c")
            #expect(printed.output == "https://example.org/a?b=c\n", "\(printed.errors)")
            #expect((try? device.read("item")) == nil)
        }
    }

    @Test func `a run of nothing says so`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "completeWithNothing"))
            let run = try await device.appex("run", fixtureIdentifier)
            #expect(run.status == 0)
            #expect(run.output == "Fixture is done and returned nothing.\n")
        }
    }

    // MARK: JSON

    private func object(_ run: CommandLineRun, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String:
        Any]
    {
        #expect(run.status == 0, "\(run.errors)", sourceLocation: sourceLocation)
        #expect(run.errors.isEmpty, sourceLocation: sourceLocation)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
            sourceLocation: sourceLocation)
    }

    @Test func `what is installed is listed with the same keys everywhere`() async throws {
        try await TestDevice.with { device in
            #expect(try object(await device.appex("list", "--json"))["applications"] as? [String] == [])
            let installed = try object(await device.install(TestApp(TestAppex(rule: .predicate("TRUEPREDICATE")))))
            #expect(Set(installed.keys) == ["identifier", "name", "version", "path", "extensions"])
            #expect(installed["identifier"] as? String == "org.example.Fixtures")
            let appex = try #require((installed["extensions"] as? [[String: Any]])?.first)
            #expect(
                Set(appex.keys) == [
                    "identifier", "name", "version", "build", "point", "application", "path", "state", "election",
                ])
            #expect(appex["point"] as? String == "com.apple.services")
            #expect(FileManager.default.fileExists(atPath: try #require(appex["path"] as? String) + "/Info.plist"))
            let listed = try object(await device.appex("list", "--json"))
            #expect((listed["applications"] as? [[String: Any]])?.first as NSDictionary? == installed as NSDictionary)
            let removed = try object(await device.appex("uninstall", "org.example.Fixtures", "--json"))
            #expect(removed as NSDictionary == ["removed": "org.example.Fixtures"])
        }
    }

    @Test func `a run tells processes, layers, times and outputs`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex(behaviour: "named"))
            let short = try object(await device.appex("run", fixtureIdentifier, "--text", "short.txt", "--json"))
            #expect(Set(short.keys) == ["extension", "timings", "outputs", "texts"])
            // The next run joins the process, whose number is known.
            _ = try await device.host().process()
            let run = try object(
                await device.appex("run", fixtureIdentifier, "--text", "name.txt", "--json", "--verbose"))
            #expect(Set(run.keys) == ["extension", "processes", "layers", "timings", "outputs", "texts"])
            #expect(run["extension"] as? String == fixtureIdentifier)
            #expect(run["outputs"] as? [String] == [device.folder.appending("files/name.txt").string])
            let timings = try #require(run["timings"] as? [String: Double])
            #expect(Set(timings.keys) == ["open", "launch", "work", "write", "total"])
            #expect(timings.values.allSatisfy { $0 >= 0 })
            let layers = try #require(run["layers"] as? [[String: Any]])
            #expect(layers.allSatisfy { Set($0.keys) == ["name", "stands", "detail"] })

            // But for one that waits with a runtime for the next launch.
            func used(_ processes: [[String: Any]]) -> [[String: Any]] {
                processes.filter { $0["role"] as? String != "runtime" }
            }
            let processes = used(try #require(run["processes"] as? [[String: Any]]))
            #expect(processes.map { $0["role"] as? String } == ["broker", "launcher", "init", "extension"])
            // Each is the child of the one before it.
            for (parent, child) in zip(processes, processes.dropFirst()) {
                #expect(parent["pid"] as? Int == child["parent"] as? Int)
            }
            let listed = try object(await device.appex("ps", "--json"))
            let now = used(try #require(listed["processes"] as? [[String: Any]]))
            #expect(now.map { $0["pid"] as? Int } == processes.map { $0["pid"] as? Int })
            let keys: Set = [
                "role", "pid", "parent", "state", "sessions", "requests", "hosts", "age", "memory", "processorTime",
                "namespaces", "extension", "grants",
            ]
            #expect(Set(try #require(now.last).keys) == keys)
            #expect(now.last?["extension"] as? String == fixtureIdentifier)
        }
    }

    @Test func `nothing runs on a new device, and looking starts nothing`() async throws {
        try await TestDevice.with { device in
            let listed = try object(await device.appex("ps", "--json"))
            #expect((listed["processes"] as? [Any])?.isEmpty == true)
            #expect(device.broker == nil)
            #expect(try await device.appex("ps").output.contains("Nothing is running"))
        }
    }

    @Test func `the doctor reports every layer`() async throws {
        try await TestDevice.with { device in
            let report = try object(await device.appex("doctor", "--json"))
            let keys: Set = [
                "device", "runtime", "kernel", "user", "layers", "limits", "decoding", "limitProblems", "healthy",
            ]
            #expect(Set(report.keys) == keys)
            #expect(report["device"] as? String == device.place.layout.root.string)
            let layers = try #require(report["layers"] as? [[String: Any]])
            #expect(layers.count >= 8)
            let decoding = try #require(report["decoding"] as? [[String: Any]])
            #expect(decoding.map { $0["name"] as? String } == ["helper", "pictures", "archives"])
            #expect(decoding.allSatisfy { $0["stands"] as? Bool == true })
            let text = try await device.appex("doctor").output
            for layer in layers + decoding { #expect(text.contains(try #require(layer["name"] as? String))) }
        }
    }
}
