import AppexModel
import AppexProtocol
import AppexSigning
import ExtensionTesting
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Signed apps on a device, with the commands that its owner uses.
@Suite(.timeLimit(.minutes(30))) struct SigningTests {
    /// Writes an app into the folder in which `appex` runs.
    private static func app(_ device: TestDevice, version: String = "1.0") throws -> String {
        var app = TestApp(TestAppex(behaviour: "uppercase"))
        app.version = version
        return try app.write(into: device.folder.appending("files")).string
    }

    private static func expect(
        _ run: CommandLineRun, _ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
        #expect((run.output + run.errors).contains(words), "\(run.output)\(run.errors)", sourceLocation: sourceLocation)
    }

    @Test func `an app is signed without ceremony, verified and installed`() async throws {
        try await TestDevice.with { device in
            let app = try Self.app(device)
            Self.expect(try await device.appex("install", app), 1, "not signed")
            Self.expect(try await device.appex("verify", app), 1, "not signed")
            Self.expect(try await device.appex("sign", app), 0, "Signed Fixtures.app as Owner, team ")
            Self.expect(try await device.appex("verify", app), 0, "Signed by Owner, team ")
            Self.expect(try await device.appex("install", app), 0, "signed by Owner, team ")
            #expect(try await device.host().send("uppercase", text: "x").first?.attributedContentText?.string == "X")
            Self.expect(try await device.appex("list", "--json"), 0, "\"signer\" : \"Owner\"")
        }
    }

    @Test func `a changed app is refused whatever its owner allows, and a stranger's until the owner trusts it`()
        async throws
    {
        try await TestDevice.with { device in
            let app = try Self.app(device)
            let elsewhere = device.folder.appending("elsewhere")
            try SigningIdentity.create("Stranger", in: elsewhere).sign(FilePath(app))
            Self.expect(try await device.appex("install", app), 1, "signed by Stranger")
            Self.expect(try await device.appex("verify", app), 1, "signed by Stranger")
            Self.expect(try await device.appex("trust", "add", app), 0, "trusts Stranger, team ")
            Self.expect(try await device.appex("install", app), 0, "signed by Stranger, team ")
            let trusted = try await device.appex("trust", "--json")
            let list = try #require(
                try JSONSerialization.jsonObject(with: Data(trusted.output.utf8)) as? [[String: Any]])
            let team = try #require(list.first?["team"] as? String)
            Self.expect(try await device.appex("trust", "remove", team), 0, "no longer trusts Stranger")
            Self.expect(try await device.appex("trust", "remove", team), 3, "No trusted key")
            Self.expect(try await device.appex("install", app), 1, "signed by Stranger")
            Self.expect(try await device.appex("install", "--untrusted", app), 0, "Replaced Fixtures")
            try Data("more".utf8).write(to: URL(fileURLWithPath: app + "/more"))
            Self.expect(try await device.appex("install", "--untrusted", "--replace", app), 1, "more has been added")
        }
    }

    @Test func `an update of somebody else, and an older version, need the owner's word`() async throws {
        try await TestDevice.with { device in
            let app = try Self.app(device, version: "2.0")
            Self.expect(try await device.appex("identity", "create", "Acme Ltd."), 0, "Created Acme Ltd., team ")
            Self.expect(try await device.appex("identity", "create", "Acme Ltd."), 3, "already")
            Self.expect(try await device.appex("sign", "--identity", "Acme Ltd.", app), 0, "as Acme Ltd.")
            Self.expect(try await device.appex("install", app), 0, "signed by Acme Ltd.")
            Self.expect(try await device.appex("sign", app), 0, "as Owner")
            Self.expect(try await device.appex("install", app), 1, "use --replace")
            Self.expect(try await device.appex("install", "--replace", app), 0, "signed by Owner")
            let older = try Self.app(device, version: "1.9")
            Self.expect(try await device.appex("sign", older), 0, "as Owner")
            Self.expect(try await device.appex("install", older), 1, "use --replace to go back")
            Self.expect(try await device.appex("install", "--replace", older), 0, "Downgraded")
            Self.expect(try await device.appex("identity"), 0, "Acme Ltd.")
            Self.expect(
                try await device.appex("identity", "export", "Acme Ltd."), 0, "untrusted comment: Acme Ltd.\nRW")
            Self.expect(try await device.appex("sign", "--identity", "Nobody", app), 3, "no identity Nobody")
        }
    }

    @Test func `a program that was changed after it was installed is not started, and one that was only touched is`()
        async throws
    {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(TestAppex(behaviour: "uppercase"))
            let host = device.host()
            let record = try #require(try await host.administration.extensions().first)
            let program = record.bundlePath + "/" + record.displayName
            #expect(utimes(program, nil) == 0)
            #expect(try await host.send("uppercase", text: "x").first?.attributedContentText?.string == "X")
            try await host.expectNothingRuns(device)
            let file = try #require(FileHandle(forUpdatingAtPath: program))
            try file.seekToEnd()
            try file.write(contentsOf: Data([0]))
            try file.close()
            let error = await #expect(throws: ExtensionError.self) {
                _ = try await host.send("uppercase", text: "x")
            }
            #expect(error?.code == .couldNotStart, "\(error as Any)")
            #expect(error?.message.contains("was changed after it was installed") == true, "\(error as Any)")
        }
    }
}

extension ExtensionHost {
    /// Waits until no extension's process of the device is left.
    fileprivate func expectNothingRuns(_ device: TestDevice) async throws {
        let left = await DeviceProcesses.wait(for: device, atMost: .ample) { found in
            !found.contains { $0.name.contains("Fixture.appex") }
        }
        #expect(!left.contains { $0.name.contains("Fixture.appex") })
    }
}
