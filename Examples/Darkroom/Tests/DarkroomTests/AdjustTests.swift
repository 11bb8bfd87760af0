import DarkroomImaging
import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// Adjust in its own process, its view in the hands of a test.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Darkroom first"), .timeLimit(.minutes(30)))
struct AdjustTests {
    /// Shows Adjust with a file.
    private func withAdjust(_ file: URL, _ body: (ViewUnderTest) async throws -> Void) async throws {
        try await TestDevice.withDarkroom { device in
            let item = NSExtensionItem()
            item.attachments = [try #require(NSItemProvider(contentsOf: file))]
            try await body(try await device.present([item], to: TestDevice.adjust))
        }
    }

    /// Waits until the photograph is there and can be adjusted.
    private func loaded(_ view: ViewUnderTest) async throws {
        _ = try await view.wait("sliders that can be moved") { tree in
            tree.nodes.values.contains { $0.kind == .slider && $0.flag(.isEnabled, default: true) } ? true : nil
        }
    }

    @Test func `a photograph comes back as the sliders say`() async throws {
        try await withAdjust(photograph) { view in
            try await loaded(view)
            try await view.slide(.label("Brightness"), to: 0.25)
            try await view.find(.text("+25"))
            try await view.slide(.label("Saturation"), to: -1)
            try await view.find(.text("-100"))
            try await view.tap(.button("Done"))
            let attachment = try #require(try await view.outcome().first?.attachments?.first)
            #expect(attachment.suggestedName == "falcon-9-adjusted.jpg")
            // The same adjustment in this process makes the same bytes: the full picture was edited, not the small copy.
            #expect(
                try await attachment.jpeg() == PictureAdjustment(brightness: 0.25, saturation: -1).edited(photograph))
        }
    }

    @Test func `what is shown is another picture after each change`() async throws {
        try await withAdjust(photograph) { view in
            try await loaded(view)
            func picture(after other: UInt32?) async throws -> UInt32 {
                try await view.wait("a new picture") { tree in
                    tree.nodes.values.first { $0.kind == .image }?.image(.image).flatMap { $0 == other ? nil : $0 }
                }
            }
            let first = try await picture(after: nil)
            try await view.slide(.label("Contrast"), to: 0.5)
            let second = try await picture(after: first)
            try await view.tap(.button("Reset"))
            try await view.find(ViewQuery(.slider, label: "Contrast"))
            _ = try await picture(after: second)
            await view.dismiss()
        }
    }

    @Test func `Cancel leaves the photograph as it is`() async throws {
        try await withAdjust(photograph) { view in
            try await view.tap(.button("Cancel"))
            let error = await #expect(throws: (any Error).self) { try await view.outcome() }
            #expect("\(error as Any)".contains("cancelled"))
        }
    }

    @Test func `a file that is no picture is told in words, and ends the request`()
        async throws
    {
        let fake = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: fake) }
        try Data("Dear diary, no picture here.".utf8).write(to: fake)
        try await withAdjust(fake) { view in
            try await view.find(.text("The Photograph Cannot Be Adjusted"))
            try await view.tap(.button("OK"))
            let error = await #expect(throws: (any Error).self) { try await view.outcome() }
            #expect("\(error as Any)".contains("not a picture that can be read"))
        }
    }
}
