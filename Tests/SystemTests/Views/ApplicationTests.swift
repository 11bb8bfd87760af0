import AppexModel
import AppexProtocol
import ExtensionTesting
import Foundation
import Glibc
import OpenExtensionKit
import OpenViewTree
import SystemPackage
import TestSupport
import Testing

private let identifier = "org.example.Fixtures"

/// An app in a process of its own, opened by a host.
@Suite(.timeLimit(.minutes(30))) struct ApplicationTests {
    private static func app(schemes: [String] = ["fixture"]) -> TestApp {
        var app = TestApp(TestAppex(groups: ["group.org.example.fixtures"]))
        app.groups = ["group.org.example.fixtures"]
        app.schemes = schemes
        app.program = .app
        return app
    }

    private static let traits = ViewTraits(width: 400, height: 600)

    private static func open(_ host: ExtensionHost, _ url: String? = nil) async throws -> ViewUnderTest {
        try await ViewUnderTest(
            try await host.open(application: identifier, url: url.flatMap(URL.init), traits: traits))
    }

    private static func events(_ view: ViewUnderTest, _ text: String) async throws {
        _ = try await view.wait(text) { tree in
            tree.nodes.values.contains { $0.text(.accessibilityIdentifier) == "events" && $0.text(.text) == text }
                ? true : nil
        }
    }

    @Test func `an app is launched, suspended when it is left, and continues when it is opened again`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(Self.app())
            let host = device.host()
            let first = try await Self.open(host)
            try await Self.events(first, "launched with nothing, active")
            let pid = try await host.process(of: identifier).pid
            await first.dismiss()
            let second = try await Self.open(host)
            try await Self.events(
                second, "launched with nothing, active, inactive, background, foreground, active")
            #expect(try await host.process(of: identifier).pid == pid)
            await second.dismiss()
        }
    }

    @Test func `AT-56: an app and its extension get the same container of their group, and homes of their own`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(Self.app())
            let host = device.host()
            let view = try await Self.open(host)
            let shared = try #require(try await view.find(.identifier("group")).text(.text))
            let home = try #require(try await view.find(.identifier("home")).text(.text))
            await view.dismiss()
            #expect(FilePath(home).removingLastComponent() == device.place.layout.appDataContainers)
            let items = try await host.send("share", text: "group.org.example.fixtures")
            #expect(items.first?.userInfo?["path"] as? String == shared)
            let report = try #require(try await host.send("report").first?.userInfo)
            #expect(report["home"] as? String != home)
        }
    }

    @Test func `an update takes no file from a process that runs, and the last one removes them`() async throws {
        try await TestDevice.with(linger: 0) { device in
            func bundle() async throws -> String {
                let apps = try await device.host().administration.apps()
                return try #require(apps.first { $0.identifier == identifier }).bundlePath
            }
            try await device.install(Self.app())
            let view = try await Self.open(device.host())
            try await Self.events(view, "launched with nothing, active")
            let old = try await bundle()
            // Containers that the new version does not have stay as well.
            var update = Self.app()
            update.version = "2.0"
            update.groups = []
            update.extensions = []
            try await device.install(update)
            #expect(try await bundle() != old)
            #expect(FileManager.default.fileExists(atPath: old + "/Fixtures"))
            #expect(try groups(device).count == 1)
            // Another change does not remove them either.
            try await device.install(update)
            #expect(FileManager.default.fileExists(atPath: old + "/Fixtures"))
            await view.dismiss()
            try await eventually("the files of the old version are removed") {
                let groups = try groups(device)
                return !FileManager.default.fileExists(atPath: old) && groups.isEmpty
            }
        }
    }

    private func groups(_ device: TestDevice) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: device.place.layout.groupContainers.string)
    }

    @Test func `an app sees its own bundle and no other app's`() async throws {
        try await TestDevice.with { device in
            var other = TestApp(TestAppex())
            (other.identifier, other.name) = ("org.example.Other", "Other")
            try await device.install(other)
            try await device.install(Self.app())
            let view = try await Self.open(device.host())
            let app = try #require(try await device.host().administration.apps().first { $0.identifier == identifier })
            let own = FilePath(app.bundlePath).removingLastComponent().lastComponent?.string
            // Landlock may not let it look into the folder at all.
            let seen = try await view.find(.identifier("bundles")).text(.text)
            #expect(seen == own || seen?.isEmpty != false, "\(seen as Any)")
            await view.dismiss()
        }
    }

    @Test func `AT-54, AT-57: an app and its extension have standard defaults of their own, registered ones too`()
        async throws
    {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(Self.app())
            let host = device.host()
            func whom() async throws -> String? {
                let view = try await Self.open(host)
                defer { withExtendedLifetime(view) {} }
                let text = try await view.find(.identifier("defaults")).text(.text)
                await view.dismiss()
                return text
            }
            #expect(try await whom() == "nobody")
            let first = try #require(try await host.send("report").first?.userInfo)
            #expect(first["defaults"] as? [String] == ["nobody", "nobody"])
            // A new process of each finds its own.
            try await host.endExtensions()
            _ = await DeviceProcesses.wait(for: device, atMost: .ample) { found in
                !found.contains { $0.name.contains("Fixtures.app/") }
            }
            #expect(try await whom() == "app")
            let second = try #require(try await host.send("report").first?.userInfo)
            #expect(second["defaults"] as? [String] == ["extension", "nobody"])
        }
    }

    @Test func `a URL reaches the delegate, at the launch and while the app is suspended`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(Self.app())
            let host = device.host()
            let first = try await Self.open(host, "fixture://one")
            try await Self.events(first, "launched with fixture://one, opened fixture://one, active")
            await first.dismiss()
            let second = try await Self.open(host, "fixture://two")
            try await Self.events(
                second,
                "launched with fixture://one, opened fixture://one, active, inactive, background, foreground, "
                    + "opened fixture://two, active")
            await second.dismiss()
        }
    }

    @Test func `an app with a scene is told of its life by the scene's delegate, and not by its own`() async throws {
        try await TestDevice.withLastingProcesses { device in
            var app = Self.app()
            app.program = .scene
            try await device.install(app)
            let host = device.host()
            let first = try await Self.open(host, "fixture://one")
            let launched = "launched with 0, connected Default Configuration fixture://one, foreground, active"
            try await Self.events(first, launched)
            await first.dismiss()
            let second = try await Self.open(host, "fixture://two")
            try await Self.events(
                second, launched + ", inactive, background 1, foreground, opened fixture://two, active")
            await second.dismiss()
        }
    }

    @Test func `an app moves to the host that opens it last`() async throws {
        try await TestDevice.with { device in
            try await device.install(Self.app())
            let (one, other) = (device.host(), device.host())
            let first = try await Self.open(one)
            try await Self.events(first, "launched with nothing, active")
            let second = try await Self.open(other)
            #expect(try await first.outcome().isEmpty)
            await first.dismiss()
            let events = "launched with nothing, active, inactive, background, foreground, active"
            try await Self.events(second, events)
            // It still works there.
            try await second.tap(.button("Next"))
            try await second.find(.text("The last one"))
            await second.dismiss()
        }
    }

    @Test func `the root controller can be replaced while the app is shown`() async throws {
        try await TestDevice.with { device in
            try await device.install(Self.app())
            let view = try await Self.open(device.host())
            try await view.tap(.button("Next"))
            try await view.find(.text("The last one"))
            await view.dismiss()
        }
    }

    @Test func `an app that crashes ends with a report, and starts anew`() async throws {
        try await TestDevice.with { device in
            try await device.install(Self.app())
            let host = device.host()
            let view = try await Self.open(host)
            try? await view.tap(.button("Crash"))
            await #expect(throws: ExtensionError.self) { try await view.outcome() }
            #expect(device.reports.first?.appExtension.identifier == identifier)
        }
    }

    @Test func `an app is no extension: it is not offered, and items cannot be sent to it by name`() async throws {
        try await TestDevice.with { device in
            try await device.install(Self.app())
            let offered = try await device.host().extensions()
            #expect(offered.map(\.bundleIdentifier) == ["org.example.Fixtures.Fixture"])
            let run = try await device.appex("run", identifier, "--text", "x")
            #expect(run.status == 3, "\(run)")
        }
    }

    @Test func `an app that is not installed cannot be opened`() async throws {
        try await TestDevice.with { device in
            let error = await #expect(throws: ExtensionError.self) {
                try await device.host().open(application: identifier, traits: Self.traits)
            }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `a program that is no app says so by its end`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex()))
            let error = await #expect(throws: ExtensionError.self) {
                try await device.host().open(application: identifier, traits: Self.traits)
            }
            #expect(error?.code == .couldNotStart || error?.code == .died, "\(error as Any)")
        }
    }

    @Test func `the command line opens an app by its name or a URL, and says why it cannot`() async throws {
        try await TestDevice.with { device in
            try await device.install(Self.app())
            for (arguments, words) in [
                (["Fixtures"], "launched with nothing"), (["fixture://x"], "opened fixture://x"),
            ] {
                let opened = try await device.appex(["open", "--plain"] + arguments)
                #expect(opened.output.contains(words), "\(opened)")
            }
            let none = try await device.appex("open", "other://x")
            #expect(none.status == 3 && none.errors.contains("the scheme other"), "\(none.errors)")
            let wrong = try await device.appex("open", "org.example.Fixture")
            #expect(wrong.status == 3 && wrong.errors.contains("Did you mean org.example.Fixtures?"), "\(wrong.errors)")
            var second = Self.app()
            second.identifier = "org.example.Others"
            second.name = "Others"
            second.groups = []
            second.extensions = []
            try await device.install(second)
            let both = try await device.appex("open", "FIXTURE:x")
            #expect(
                both.status == 2 && both.errors.contains("org.example.Fixtures, org.example.Others"), "\(both.errors)")
            let chosen = try await device.appex("open", "--plain", "FIXTURE:x", "--app", "org.example.Others")
            #expect(chosen.output.contains("opened FIXTURE:x"), "\(chosen)")
        }
    }
}
