import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// The containing app in its own process.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Reader first"), .timeLimit(.minutes(30)))
struct AppTests {
    @Test func `the app shows what its actions do`() async throws {
        try await TestDevice.withReader { device in
            let app = try await device.host().open(
                application: "org.openextensionkit.Reader", url: nil, traits: ViewTraits(width: 400, height: 700))
            let view = try await ViewUnderTest(app)
            for name in ["Read", "Highlight", "Page Colour"] {
                let row = try await view.find(.row(name))
                #expect(row.text(.detail)?.isEmpty == false)
            }
            await view.dismiss()
        }
    }
}
