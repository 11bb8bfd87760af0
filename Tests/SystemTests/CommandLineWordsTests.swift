import AppexModel
import OpenExtensionKit
import SystemPackage
import Testing

/// What the commands say about what they did, and about what they cannot do.
@Suite(.timeLimit(.minutes(3))) struct CommandLineWordsTests {
    @Test func `install says whether an app is new, updated, replaced or older than before`() async throws {
        try await TestDevice.with { device in
            for (version, words) in [
                ("1.0", "Installed Fixtures 1.0 (org.example.Fixtures).\n"),
                ("1.10", "Updated Fixtures from 1.0 to 1.10 (org.example.Fixtures).\n"),
                ("1.10", "Replaced Fixtures 1.10 (org.example.Fixtures).\n"),
                ("1.9", "Downgraded Fixtures from 1.10 to 1.9 (org.example.Fixtures).\n"),
            ] {
                var app = TestApp(TestAppex())
                app.version = version
                let run = try await device.appex("install", app.write(into: device.folder).string)
                #expect(run.status == 0 && run.output.hasPrefix(words), "\(run.output)\(run.errors)")
            }
        }
    }

    @Test func `a mistyped command is answered with the nearest one`() async throws {
        try await TestDevice.with { device in
            for (typed, words) in [
                ("rum", "There is no command 'rum'. Did you mean run?"), ("instal", "Did you mean install?"),
                ("nonsense", "There is no command 'nonsense'. `appex --help` lists all commands."),
            ] {
                let run = try await device.appex(typed, "x")
                #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
            }
            // The wrong use of a command that exists is explained as before.
            let wrong = try await device.appex("run")
            #expect(wrong.status == 2 && wrong.errors.contains("Usage: appex run"), "\(wrong.errors)")
        }
    }

    @Test func `the version can be asked for`() async throws {
        try await TestDevice.with { device in
            let run = try await device.appex("--version")
            #expect(run.status == 0 && run.output == "OpenExtensionKit \(PackageVersion.current)\n", "\(run.output)")
        }
    }

    @Test func `a text that comes back alone is written to the file that was named`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "uppercase"))
            let run = try await device.appex("run", fixtureIdentifier, "--text", "grüße", "--out", "out.txt")
            #expect(run.status == 0, "\(run.errors)")
            #expect(String(decoding: try device.read("out.txt"), as: UTF8.self) == "GRÜSSE\n")
            #expect(run.output.contains("out.txt") && !run.output.contains("GRÜSSE"), "\(run.output)")
            // Into a folder goes what has a name; the text is printed.
            let printed = try await device.appex("run", fixtureIdentifier, "--text", "again", "--out", "folder/")
            #expect(printed.status == 0 && printed.output == "AGAIN\n", "\(printed.output)\(printed.errors)")
        }
    }
}
