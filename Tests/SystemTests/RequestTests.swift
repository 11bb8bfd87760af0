import Foundation
import OpenExtensionKit
import Testing

/// Requests that go well, from a host through broker, launcher and sandbox to an extension and back.
@Suite(.timeLimit(.minutes(1))) struct RequestTests {
    @Test func `attachments come back with their content, types and names`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let file = try device.write(content, to: "photo.jpg")
            let provider = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
            let items = try await device.host().send("echo", text: "hello", attachments: [provider])
            #expect(items.count == 1)
            #expect(items[0].text == "hello")
            let returned = try #require(items[0].attachments?.first)
            #expect(returned.registeredTypeIdentifiers == ["public.jpeg"])
            #expect(returned.suggestedName == "photo.jpg")
            #expect(try await returned.data("public.jpeg") == content)
        }
    }
}
