import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// The app in its own process, after its extension has posted.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Postcard first"), .timeLimit(.minutes(30)))
struct AppTests {
    private static let app = "org.openextensionkit.Postcard"
    private static let traits = ViewTraits(width: 400, height: 700)

    private static func open(_ host: ExtensionHost, _ url: String? = nil) async throws -> ViewUnderTest {
        try await ViewUnderTest(try await host.open(application: app, url: url.flatMap(URL.init), traits: traits))
    }

    private static func post(_ text: String, on device: TestDevice) async throws {
        let item = NSExtensionItem()
        item.attachments = [try #require(NSItemProvider(contentsOf: photo))]
        let view = try await device.present([item], to: "\(app).Share")
        try await view.type(text)
        try await view.tap(.button("Post"))
        _ = try await view.outcome()
    }

    @Test func `a post of the extension is seen in the app, at its launch and when it comes back`() async throws {
        let folder = try #require(apps)
        try await TestDevice.with { device in
            try await device.install(URL(filePath: folder + "/Postcard.app"))
            let host = device.host()
            try await Self.post("Hello from Chelsea", on: device)
            let first = try await Self.open(host)
            try await first.tap(.row("Hello from Chelsea"))
            try await first.find(.label("1-chelsea.jpg"))
            await first.dismiss()
            try await Self.post("And again", on: device)
            let last = try await Self.open(host, "postcard:last")
            try await last.find(.text("And again"))
            await last.dismiss()
        }
    }

    @Test func `an app without posts says so`() async throws {
        let folder = try #require(apps)
        try await TestDevice.with { device in
            try await device.install(URL(filePath: folder + "/Postcard.app"))
            let view = try await Self.open(device.host())
            try await view.find(.text("Nothing has been posted yet"))
            await view.dismiss()
        }
    }
}
