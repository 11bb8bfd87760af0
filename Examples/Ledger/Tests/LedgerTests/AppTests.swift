import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// The app and the extension, each in its own process, in the hands of a test.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Ledger first"), .timeLimit(.minutes(30)))
struct AppTests {
    private static let app = "org.openextensionkit.Ledger"
    private static let traits = ViewTraits(width: 400, height: 700)

    private static func open(_ host: ExtensionHost) async throws -> ViewUnderTest {
        try await ViewUnderTest(try await host.open(application: app, url: nil, traits: traits))
    }

    private static func share(_ item: NSExtensionItem, on device: TestDevice) async throws {
        let view = try await device.present([item], to: "\(app).Share")
        try await view.tap(.button("Post"))
        _ = try await view.outcome()
    }

    private static func item(text: String) -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: text)
        return item
    }

    @Test func `the app shows an entry when the extension adds it, and who that was`() async throws {
        let folder = try #require(apps)
        try await TestDevice.with { device in
            try await device.install(URL(filePath: folder + "/Ledger.app"))
            let view = try await Self.open(device.host())
            try await view.find(.text("Nothing has been shared yet"))
            try await Self.share(Self.item(text: "Tea"), on: device)
            let tea = try await view.find(.text("Tea"))
            #expect(tea.text(.detail) == "1, by \(Self.app).Share")
            try await view.find(.text("Changed by \(Self.app).Share"))
            try await view.find(.text("1 by \(Self.app).Share"))
            try await Self.share(Self.item(text: "Biscuits"), on: device)
            let biscuits = try await view.find(.text("Biscuits"))
            #expect(biscuits.text(.detail) == "2, by \(Self.app).Share")
            try await view.find(.text("2 by \(Self.app).Share"))
            await view.dismiss()
        }
    }

    @Test func `a text that is attached becomes an entry, which a new app shows`() async throws {
        let folder = try #require(apps)
        try await TestDevice.with { device in
            try await device.install(URL(filePath: folder + "/Ledger.app"))
            let item = NSExtensionItem()
            item.attachments = [NSItemProvider(item: "Attached" as NSString, typeIdentifier: "public.plain-text")]
            let sheet = try await device.present([item], to: "\(Self.app).Share")
            try await sheet.find(.text("Attached"))
            try await sheet.tap(.button("Post"))
            _ = try await sheet.outcome()
            let view = try await Self.open(device.host())
            try await view.find(.text("Attached"))
            await view.dismiss()
        }
    }
}
