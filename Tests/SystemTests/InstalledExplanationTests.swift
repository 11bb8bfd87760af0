import AppexModel
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

/// `appex explain` about installed extensions, with real brokers.
@Suite(.timeLimit(.minutes(30))) struct InstalledExplanationTests {
    private struct Answer: Decodable {
        struct Clause: Decodable {
            let clause: String
            let holds: Bool
        }
        let activates: Bool
        let reason: String
        let clauses: [Clause]
    }

    private func explain(_ name: String, on device: borrowing TestDevice) async throws -> Answer {
        let run = try await device.appex("explain", "org.example.Fixtures." + name, "--text", "x", "--json")
        try #require(run.status == 0, "\(run.errors)")
        return try run.json()
    }

    @Test func `an extension that hosts are not offered is explained so, whatever its rule says`() async throws {
        try await TestDevice.with { device in
            let any = TestAppex.Rule.predicate("TRUEPREDICATE")
            try await device.install(
                TestApp(
                    TestAppex("A", rule: any), TestAppex("New", rule: any, minimumSystem: "99.1"),
                    TestAppex("Keys", point: "com.apple.keyboard-service")))
            #expect(try await explain("A", on: device).activates)
            try await device.host().disable("org.example.Fixtures.A")
            let off = try await explain("A", on: device)
            #expect(!off.activates && off.reason.contains("`appex enable org.example.Fixtures.A`"), "\(off.reason)")
            #expect(off.clauses.map(\.holds) == [false, true])
            let new = try await explain("New", on: device)
            #expect(!new.activates && new.reason.contains("needs the system version 99.1"), "\(new.reason)")
            let keys = try await explain("Keys", on: device)
            #expect(!keys.activates && keys.reason.contains("not switched on yet"), "\(keys.reason)")
        }
    }

    @Test func `of several copies the one that is used is explained`() async throws {
        try await TestDevice.with { device in
            var old = TestApp(TestAppex("B.Fixture", rule: .predicate("FALSEPREDICATE")))
            old.name = "Old"
            var new = TestApp(TestAppex(rule: .predicate("TRUEPREDICATE")))
            (new.identifier, new.name, new.version) = ("org.example.Fixtures.B", "New", "2.0")
            try await device.install(old)
            try await device.install(new)
            #expect(try await explain("B.Fixture", on: device).activates)
            new.extensions[0].rule = .predicate("FALSEPREDICATE")
            old.extensions[0].rule = .predicate("TRUEPREDICATE")
            try await device.install(new)
            try await device.install(old)
            #expect(try await !explain("B.Fixture", on: device).activates)
        }
    }

    @Test func `what cannot be explained is refused in words that help`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex("A")))
            let near = try await device.appex("explain", "org.example.fixtures.a", "--text", "x")
            #expect(near.status == 3 && near.errors.contains("Did you mean org.example.Fixtures.A"), "\(near.errors)")
            let app = try await device.appex("enable", "org.example.Fixtures")
            #expect(app.status == 3 && app.errors.contains("its extensions are org.example.Fixtures.A"))
            #expect(!app.errors.contains("Did you mean"), "\(app.errors)")
            let folder = try await device.appex("explain", ".", "--text", "x")
            #expect(folder.status == 1 && folder.errors.contains("it is not a regular file"), "\(folder.errors)")
            let vectors =
                #"[{"file": "a", "items": [], "activates": true}, {"file": "a", "items": [], "activates": 1}]"#
            let file = try device.write(Data(vectors.utf8), to: "vectors.json")
            let broken = try await device.appex("explain", "--vectors", file, "--manifests", ".")
            #expect(broken.status == 1 && broken.errors.contains("object 2"), "\(broken.errors)")
            let both = try await device.appex("explain", "--vectors", file, "--manifests", ".", "--text", "x")
            #expect(both.status == 2, "\(both.errors)")
        }
    }
}
