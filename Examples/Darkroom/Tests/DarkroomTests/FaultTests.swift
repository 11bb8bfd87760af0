import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// What becomes of a host's request when Sepia dies in the middle of it.
@Suite(.enabled(if: Device.isPossible, "Scripts/test builds the programs, bundles Darkroom and says where they are"))
struct FaultTests {
    private static let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"] ?? ""
    private static let photo = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Photos/falcon-9.jpg")

    @Test(.timeLimit(.minutes(2))) func `a photograph is edited after Sepia was killed over it`() async throws {
        try await TestDevice.with { device in
            try await device.install(URL(filePath: Self.apps + "/Darkroom.app"))
            let sepia = "org.openextensionkit.Darkroom.Sepia"
            let item = NSExtensionItem()
            item.attachments = [try #require(NSItemProvider(contentsOf: Self.photo))]

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
