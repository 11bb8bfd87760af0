import AppexModel
import AppexProtocol
import ExtensionTesting
import Foundation
import OpenExtensionKit
import OpenViewTree
import Synchronization
import SystemPackage
import Testing

private let today = "com.apple.widget-extension"

/// What reached a host's handler.
private final class Opened: Sendable {
    let list = Mutex<[URLOpening]>([])
}

/// URLs that extensions and apps ask their host to open.
@Suite(.timeLimit(.minutes(30))) struct OpenURLTests {
    private static let traits = ViewTraits(
        width: 400, height: 600, widget: .init(displayMode: .expanded))

    private static func app(at point: String) -> TestApp {
        var appex = TestAppex("View", .view, point: point)
        appex.principal = "fixture_view.FixtureViewController"
        var app = TestApp(appex)
        app.schemes = ["fixture"]
        app.program = .app
        return app
    }

    /// Shows the extension, types a URL, and presses a button.
    ///
    /// - Parameter opens: what the host's handler returns; nil for a host without a handler.
    /// - Returns: what the extension shows then, and the URLs that reached the handler.
    private static func press(
        _ button: String, for url: String, at point: String, opens: Bool? = true,
        apps: [TestApp] = [], signed: [TestApp] = []
    ) async throws -> (text: String, opened: [URLOpening], log: String) {
        try await TestDevice.with { device in
            try await device.install(app(at: point))
            for app in apps { try await device.install(app) }
            for app in signed {
                let bundle = try app.write(into: device.folder.appending("files")).string
                for arguments in [["sign", bundle], ["install", bundle]] {
                    let run = try await device.appex(arguments)
                    try #require(run.status == 0, "\(run.errors)")
                }
            }
            let host = device.host()
            if point == today { try await host.enable("org.example.Fixtures.View") }
            let opened = Opened()
            let record: URLOpening.Handler = { asked in
                opened.list.withLock { $0.append(asked) }
                return opens == true
            }
            let item = NSExtensionItem()
            item.attributedContentText = NSAttributedString(string: "urls")
            let view = try await ViewUnderTest(
                try await host.present(
                    [item], to: try await host.extension("org.example.Fixtures.View"), traits: traits,
                    opening: opens == nil ? nil : record))
            try await view.type(url)
            try await view.tap(.button(button))
            let text = try await view.wait("the answer") { tree in
                tree.nodes.values.compactMap { $0.text(.text) }.first {
                    $0.hasPrefix("opened") || $0.hasPrefix("climbed")
                }
            }
            await view.dismiss()
            let log = try await device.appex("logs", "org.example.Fixtures.View").output
            return (text, opened.list.withLock { $0 }, log)
        }
    }

    @Test func `AT-51: a Today extension opens its app, one URL for each action of the user`() async throws {
        let (text, opened, log) = try await Self.press("Open", for: "fixture://game/4", at: today)
        #expect(text == "opened true false")
        #expect(opened.map(\.url.absoluteString) == ["fixture://game/4"])
        #expect(opened.first?.application.bundleIdentifier == "org.example.Fixtures")
        #expect(log.contains("fixture://game/4 was not opened: the user has not just acted"), "\(log)")
    }

    @Test(arguments: ["com.apple.share-services", "com.apple.ui-services", "com.apple.photo-editing"])
    func `AT-51: an extension of another point opens nothing, and its log says so`(_ point: String) async throws {
        let (text, opened, log) = try await Self.press("Open", for: "fixture://game/4", at: point)
        #expect(text == "opened false false" && opened.isEmpty)
        #expect(log.contains("extensions of this extension point may not open it"), "\(log)")
    }

    @Test func `AT-51: an iMessage extension opens its own app and no other`() async throws {
        let point = "com.apple.message-payload-provider"
        var other = TestApp()
        other.identifier = "org.example.Other"
        other.name = "Other"
        other.schemes = ["other", "fixture"]
        let own = try await Self.press("Open", for: "fixture://game/4", at: point, apps: [other])
        #expect(own.opened.map(\.application.bundleIdentifier) == ["org.example.Fixtures"])
        let foreign = try await Self.press("Open", for: "other://game/4", at: point, apps: [other])
        #expect(foreign.text == "opened false false" && foreign.opened.isEmpty)
    }

    @Test func `an app that is not signed does not keep URLs of one that is from being opened`() async throws {
        func app(_ name: String) -> TestApp {
            var app = TestApp()
            (app.name, app.identifier, app.schemes) = (name, "org.example.\(name)", ["shared"])
            return app
        }
        let (text, opened, _) = try await Self.press(
            "Open", for: "shared://game/4", at: today, apps: [app("Another"), app("Zebra")], signed: [app("Maker")])
        #expect(text == "opened true false")
        #expect(opened.map(\.application.bundleIdentifier) == ["org.example.Maker"])
        // Among those that are signed, and among those that are not, nobody decides.
        let among = try await Self.press(
            "Open", for: "shared://game/4", at: today, apps: [app("Another")], signed: [app("Maker"), app("Other")])
        #expect(among.text == "opened false false" && among.opened.isEmpty)
    }

    @Test func `AT-52: the app object at the end of the responder chain refuses, and the log says why`() async throws {
        let (text, opened, log) = try await Self.press(
            "Climb", for: "fixture://game/4", at: "com.apple.share-services")
        #expect(text == "climbed false" && opened.isEmpty)
        #expect(log.contains("extensions of this extension point may not open it"), "\(log)")
    }

    @Test func `a view that is used on another thread is a line in the log, not the end of the extension`() async throws
    {
        let (text, _, log) = try await Self.press("Stray", for: "x", at: "com.apple.share-services")
        #expect(text == "opened elsewhere")
        #expect(log.contains("UILabel was changed on another thread than the main one"), "\(log)")
    }

    @Test func `the app object opens a URL for an extension that may open it`() async throws {
        let (text, opened, _) = try await Self.press("Climb", for: "fixture://game/4", at: today)
        #expect(text == "climbed true")
        #expect(opened.map(\.url.absoluteString) == ["fixture://game/4"])
    }

    @Test(
        arguments: [
            ("nowhere://x", true, "no installed app declares its scheme"),
            ("no-scheme", true, "it is not a URL with a scheme"),
            ("fixture:x", false, "the host declined to open it"),
            ("fixture:x", nil, "the host declined to open it"),
        ] as [(String, Bool?, String)])
    func `what cannot be opened is refused with the reason`(_ url: String, _ opens: Bool?, _ reason: String)
        async throws
    {
        let (text, _, log) = try await Self.press("Open", for: url, at: today, opens: opens)
        #expect(text == "opened false false")
        #expect(log.contains(reason), "\(log)")
    }

    @Test func `an app whose scheme another app has is installed with a warning`() async throws {
        try await TestDevice.with { device in
            var (first, second) = (TestApp(), TestApp())
            (first.name, first.identifier, first.schemes) = ("First", "org.example.First", ["fixture", "first"])
            (second.name, second.identifier, second.schemes) = ("Second", "org.example.Second", ["second", "FIXTURE"])
            let folder = device.folder.appending("files")
            let alone = try await device.appex("install", "--untrusted", first.write(into: folder).string)
            #expect(alone.status == 0 && !alone.errors.contains("scheme"), "\(alone.errors)")
            let other = try await device.appex("install", "--untrusted", second.write(into: folder).string)
            #expect(other.status == 0)
            #expect(
                other.errors.contains("URLs with the scheme fixture are also opened by org.example.First;"),
                "\(other.errors)")
        }
    }

    @Test func `an app opens a URL of another app only after an action of its user`() async throws {
        try await TestDevice.with { device in
            try await device.install(Self.app(at: today))
            let host = device.host()
            let asked = AsyncStream.makeStream(of: URLOpening.self)
            let view = try await ViewUnderTest(
                try await host.open(application: "org.example.Fixtures", traits: Self.traits) {
                    asked.continuation.yield($0)
                    return true
                })
            try await view.tap(.button("Open"))
            var opened = asked.stream.makeAsyncIterator()
            #expect(await opened.next()?.url.absoluteString == "fixture://again")
            _ = try await view.wait("the answer") { tree in
                tree.nodes.values.contains { $0.text(.text)?.hasSuffix("asked true") == true } ? true : nil
            }
            await view.dismiss()
        }
    }
}
