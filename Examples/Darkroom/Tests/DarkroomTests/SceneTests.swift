import DarkroomImaging
import ExtensionTesting
import Foundation
import OpenExtensionKit
import Testing

/// The extensions without a view, each in a process of its own, asked by a host that knows nothing of Darkroom.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Darkroom first"), .timeLimit(.minutes(30)))
struct SceneTests {
    /// Creates an item with a file.
    private func item(_ file: URL) throws -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attachments = [try #require(NSItemProvider(contentsOf: file))]
        return item
    }

    @Test(arguments: [
        (TestDevice.sepia, PictureEdit.sepia, "falcon-9-sepia.jpg"),
        (TestDevice.stripMetadata, PictureEdit.strippingMetadata, "falcon-9-stripped.jpg"),
    ])
    func `a photograph comes back edited, with a name of its own`(
        identifier: String, edit: PictureEdit, name: String
    ) async throws {
        try await TestDevice.withDarkroom { device in
            let returned = try await device.send([item(photograph)], to: identifier)
            let attachment = try #require(returned.first?.attachments?.first)
            #expect(attachment.suggestedName == name)
            let edited = try await attachment.jpeg()
            // The same edit in this process makes the same bytes, so nothing was lost on the way there and back.
            #expect(try edited == edit.edited(photograph))
            #expect(try edited != Data(contentsOf: photograph))
        }
    }

    @Test(arguments: [("", "it is empty"), ("Dear diary, no picture here.", "not a picture that can be read")])
    func `a file that only has the name of a photograph is refused, and the next one is edited`(
        content: String, reason: String
    ) async throws {
        try await TestDevice.withDarkroom { device in
            let fake = device.scratch.appending(path: "fake.jpg")
            try Data(content.utf8).write(to: fake)
            let error = await #expect(throws: ExtensionError.self) {
                _ = try await device.send([item(fake)], to: TestDevice.sepia)
            }
            #expect(error?.message.contains(reason) == true, "\(error as Any)")
            let next = try await device.send([item(photograph)], to: TestDevice.sepia)
            #expect(next.first?.attachments?.count == 1)
        }
    }

    @Test func `a text is not a picture`() async throws {
        try await TestDevice.withDarkroom { device in
            let text = NSExtensionItem()
            text.attachments = [NSItemProvider(object: "hello" as NSString)]
            let error = await #expect(throws: ExtensionError.self) {
                _ = try await device.send([text], to: TestDevice.stripMetadata)
            }
            #expect(error?.message.contains("was given no picture") == true, "\(error as Any)")
        }
    }
}
