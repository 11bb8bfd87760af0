import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// What becomes of a host's request when Sepia dies in the middle of it.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Darkroom first"), .timeLimit(.minutes(30)))
struct FaultTests {
    @Test func `a photograph is edited after Sepia was killed over it`() async throws {
        let darkroom = URL(filePath: try #require(apps) + "/Darkroom.app")
        try await TestDevice.with { device in
            try await device.install(darkroom)
            let sepia = "org.openextensionkit.Darkroom.Sepia"
            let item = NSExtensionItem()
            item.attachments = [try #require(NSItemProvider(contentsOf: photograph))]

            let error = await #expect(throws: ExtensionError.self) {
                _ = try await device.send([item], to: sepia, faults: [.kill(at: .load(1))])
            }
            #expect(error?.code == .died)
            let report = try #require(device.reports(of: sepia).first)
            #expect(report.kind == .killed && report.id == error?.reportIdentifier)

            let edited = try await device.send([item], to: sepia)
            #expect(edited.first?.attachments?.first?.suggestedName == "falcon-9-sepia.jpg")
        }
    }
}
