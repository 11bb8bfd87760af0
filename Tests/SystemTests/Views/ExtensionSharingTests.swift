import ExtensionTesting
import Foundation
import OpenExtensionKit
import OpenViewTree
import Synchronization
import Testing

/// Share sheets that extensions ask their host to show.
@Suite(.timeLimit(.minutes(30))) struct ExtensionSharingTests {
    private static let traits = ViewTraits(width: 400, height: 600)
    private static let receiver = "org.example.Receiver.Echo"

    /// Shows the extension, types a text, and presses its button.
    ///
    /// - Parameter handler: of the host, made with it; nil for a host without a share sheet.
    /// - Returns: what the extension shows of its sheets, and its log.
    private static func share(
        _ handler: ((ExtensionHost) -> ActivitySharing.Handler)?
    ) async throws -> (outcome: String, second: String, log: String) {
        try await TestDevice.with { device in
            var appex = TestAppex("View", .view, point: "com.apple.share-services")
            appex.principal = "fixture_view.FixtureViewController"
            try await device.install(TestApp(appex))
            var other = TestApp(TestAppex("Echo", .fixture, behaviour: "echo"))
            (other.identifier, other.name) = ("org.example.Receiver", "Receiver")
            try await device.install(other)
            let host = device.host()
            let item = NSExtensionItem()
            item.attributedContentText = NSAttributedString(string: "sharing")
            let view = try await ViewUnderTest(
                try await host.present(
                    [item], to: try await host.extension("org.example.Fixtures.View"), traits: traits,
                    sharing: handler?(host)))
            try await view.type("a note")
            try await view.tap(.button("Share"))
            let shown = try await view.wait("the outcomes") { tree -> (String, String)? in
                let labels = tree.nodes.values.filter { $0.text(.text)?.hasPrefix("shared") == true }
                guard let label = labels.first, let text = label.text(.text),
                    let second = label.text(.accessibilityLabel)
                else { return nil }
                return (text, second)
            }
            await view.dismiss()
            let log = try await device.appex("logs", "org.example.Fixtures.View").output
            return (shown.0, shown.1, log)
        }
    }

    @Test func `AT-89: an extension sends by the host's share sheet, and gets what the chosen extension returns`()
        async throws
    {
        let excluded = Mutex<Set<String>>([])
        let (outcome, second, log) = try await Self.share { host in
            { sharing in
                excluded.withLock { $0 = sharing.excludedActivityTypes }
                do {
                    let identity = try await host.extension(Self.receiver)
                    return .completed(Self.receiver, try await host.send(sharing.items, to: identity))
                } catch {
                    return .notShown
                }
            }
        }
        // The data has gone from the extension to the other one and back, through the host.
        #expect(outcome == "shared \(Self.receiver) true true a note", "\(log)")
        #expect(second == "again nothing -1")
        #expect(excluded.withLock { $0 } == ["org.example.Excluded"])
        #expect(log.contains("the user has not just acted in the view"), "\(log)")
    }

    @Test(
        arguments: [
            (.cancelled(Self.receiver), "shared \(Self.receiver) false true"),
            (.dismissed, "shared nothing false true"), (.notShown, "shared nothing false true"),
        ] as [(ActivitySharing.Outcome, String)])
    func `a sheet that is left without an activity is told with what was chosen`(
        outcome: ActivitySharing.Outcome, expected: String
    ) async throws {
        let shown = try await Self.share { _ in { _ in outcome } }
        #expect(shown.outcome == expected, "\(shown.log)")
    }

    @Test func `a host without a share sheet shows none, and the log says so`() async throws {
        let shown = try await Self.share(nil)
        #expect(shown.outcome == "shared nothing false true" && shown.second == "again nothing -1")
        #expect(shown.log.contains("the host has none, or shows one already"), "\(shown.log)")
    }
}
