import AppexModel
import Foundation
import OpenExtensionKit
import Subprocess
import SystemPackage
import Testing

/// What the commands say about what they did, and about what they cannot do.
@Suite(.timeLimit(.minutes(30))) struct CommandLineWordsTests {
    @Test func `install says whether an app is new, updated, replaced or older than before`() async throws {
        try await TestDevice.with { device in
            for (version, words) in [
                ("1.0", "Installed Fixtures 1.0 (org.example.Fixtures), not signed.\n"),
                ("1.10", "Updated Fixtures from 1.0 to 1.10 (org.example.Fixtures), not signed.\n"),
                ("1.10", "Replaced Fixtures 1.10 (org.example.Fixtures), not signed.\n"),
                ("1.9", "Downgraded Fixtures from 1.10 to 1.9 (org.example.Fixtures), not signed.\n"),
            ] {
                var app = TestApp(TestAppex())
                app.version = version
                let run = try await device.appex(
                    "install", "--untrusted", "--replace", app.write(into: device.folder).string)
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

    @Test func `an extension whose rule accepts nothing is listed as never offered, with the reason`() async throws {
        try await TestDevice.with { device in
            try await device.install(
                TestApp(
                    TestAppex("One", rule: .predicate("TRUEPREDICATE")), TestAppex("Two", rule: .predicate("SUBQUERY("))
                ))
            let list = try await device.appex("list")
            #expect(list.output.contains("Two is never offered: its rule cannot be read"), "\(list.output)")
            let states = list.output.split(separator: "\n").map { $0.split(separator: " ").suffix(2) }
            #expect(states[2] == ["com.apple.services", "offered"] && states[3] == ["never", "offered"], "\(states)")
            let json = try await device.appex("list", "--json").output
            #expect(json.ranges(of: "\"neverOffered\"").count == 1)
        }
    }

    @Test func `doctor says what it knows of a device that cannot be used`() async throws {
        try await TestDevice.with { device in
            // A file in place of the device's folder stops root, too.
            let root: String = try device.write(Data([1]), to: "root")
            let run = try await device.appex(["doctor"], adding: ["APPEX_ROOT": root])
            #expect(run.status != 0 && run.output.hasPrefix("Kernel   "), "\(run.output)")
            #expect(run.errors.contains(root), "\(run.errors)")
        }
    }

    @Test func `check finds the mistakes of an app that is not installed`() async throws {
        try await TestDevice.with { device in
            let app = try TestApp(TestAppex(rule: .predicate("SUBQUERY("))).write(into: device.folder).string
            let run = try await device.appex("check", app)
            #expect(run.status == 0 && run.errors.contains("is never offered"), "\(run.output)\(run.errors)")
            let missing = try await device.appex("check", "nowhere.app")
            #expect(missing.status == 3 && missing.errors.contains("no such folder"), "\(missing.errors)")
            let package = try await device.appex("check", ".")
            #expect(package.status == 2 && package.errors.contains("Package.swift"), "\(package.errors)")
        }
    }
}
