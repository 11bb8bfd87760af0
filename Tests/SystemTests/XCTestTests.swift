import Foundation
import OpenExtensionKit
import SystemPackage
import XCTest

/// `ExtensionTesting` needs nothing of Swift Testing, so it works in tests of the older kind, too.
final class XCTestTests: XCTestCase {
    private static func item() -> NSExtensionItem {
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": "uppercase"]
        item.attributedContentText = NSAttributedString(string: "hello")
        return item
    }

    func testAnExtensionRunsOnADeviceOfTheTest() async throws {
        try await TestDevice.with { device in
            let bundle = try TestApp(TestAppex()).write(into: device.folder)
            try await device.install(URL(fileURLWithPath: bundle.string))
            let returned = try await device.send([Self.item()], to: fixtureIdentifier)
            XCTAssertEqual(returned.map(\.text), ["HELLO"])
        }
    }

    func testAnExtensionRunsInTheProcessOfTheTest() async throws {
        let returned = try await InProcessExtension { Shout() }.send([Self.item()])
        XCTAssertEqual(returned.map(\.text), ["HELLO"])
    }
}
