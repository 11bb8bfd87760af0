import AppexModel
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

@testable import appex_web

/// What becomes of the items that an extension returns.
@Suite struct ReturnedThingsTests {
    private func take(
        _ item: NSExtensionItem, for things: SharedThings, on web: WebFixture
    ) async throws -> TabRequestState {
        var state = TabRequestState(session: 1, id: "org.example.Edit", name: "Edit", isWidget: false)
        try await ReturnedThings(things: things, device: web.device, editor: "org.example.Edit").take([item], &state)
        return state
    }

    @Test func `a picture that comes back as it was is no edit, and another one is`() async throws {
        try await WebFixture.with { web in
            /// Whether each photograph that has been edited can be undone.
            func edits(_ bytes: [UInt8]) async throws -> [Bool] {
                let item = NSExtensionItem()
                item.attachments = [NSItemProvider(item: Data(bytes) as NSData, typeIdentifier: "public.png")]
                return try await take(item, for: .photos(["one.png"]), on: web).photos.map(\.canUndo)
            }
            let same = try await edits(WebFixture.png)
            let canUndo = await web.device.photos.photos().map(\.canUndo)
            #expect(same.isEmpty && canUndo == [false])
            let edited = try await edits(WebFixture.png + [0])
            #expect(edited == [true])
            // Now the edited one is shown.
            let again = try await edits(WebFixture.png + [0])
            let back = try await edits(WebFixture.png)
            #expect(again.isEmpty && back == [true])
        }
    }

    @Test func `one picture of two photographs is a new one, and both stay as they are`() async throws {
        try await WebFixture.with { web in
            try Data(WebFixture.png).write(to: web.photos.appendingPathComponent("two.png"))
            let item = NSExtensionItem()
            let provider = NSItemProvider(item: Data(WebFixture.png) as NSData, typeIdentifier: "public.png")
            provider.suggestedName = "../My collage.png"
            item.attachments = [provider]
            let things = SharedThings.photos(["one.png", "two.png"])
            let first = try await take(item, for: things, on: web)
            let second = try await take(item, for: things, on: web)
            #expect(first.photos.isEmpty && first.added == ["My collage.png"])
            #expect(second.added == ["My collage-2.png"])
            let photos = await web.device.photos.photos()
            #expect(photos.count == 4 && photos.allSatisfy { !$0.canUndo }, "\(photos)")
        }
    }

    @Test func `as many pictures as photographs are versions of them`() async throws {
        try await WebFixture.with { web in
            try Data(WebFixture.png).write(to: web.photos.appendingPathComponent("two.png"))
            let item = NSExtensionItem()
            item.attachments = [0, 1].map {
                NSItemProvider(item: Data(WebFixture.png + [UInt8($0)]) as NSData, typeIdentifier: "public.png")
            }
            let state = try await take(item, for: .photos(["one.png", "two.png"]), on: web)
            #expect(state.photos.map(\.name) == ["one.png", "two.png"] && state.added.isEmpty)
        }
    }

    @Test func `a text that comes back as it was is no edit, and another one is`() async throws {
        try await WebFixture.with { web in
            let note = try await web.device.notes.save(nil, text: "caf\u{E9}")
            func returned(_ text: String) async throws -> TabRequestState {
                let item = NSExtensionItem()
                item.attributedContentText = NSAttributedString(string: text)
                return try await take(item, for: .note(id: note.id, isLink: false), on: web)
            }
            let same = try await returned("caf\u{E9}")
            #expect(same.note == nil && same.texts.isEmpty)
            #expect(await web.device.notes.note(note.id)?.changed == note.changed)
            // Equal as characters, and other bytes all the same.
            let other = try await returned("cafe\u{301}")
            #expect(other.note?.text.unicodeScalars.count == 5 && other.textBefore == "caf\u{E9}")
        }
    }

    @Test func `the page gets the icon of an app as well as that of an extension`() async throws {
        try await WebFixture.with { web in
            let app = web.photos.deletingLastPathComponent().appendingPathComponent("Icons.app")
            try FileManager.default.createDirectory(at: app, withIntermediateDirectories: false)
            let manifest = """
                <plist><dict><key>CFBundleIdentifier</key><string>org.example.Icons</string>
                <key>CFBundleExecutable</key><string>Icons</string><key>CFBundleName</key><string>Icons</string>
                <key>CFBundlePackageType</key><string>APPL</string>
                <key>CFBundleShortVersionString</key><string>1.0</string>
                <key>CFBundleIconFile</key><string>icon</string></dict></plist>
                """
            try Data(manifest.utf8).write(to: app.appendingPathComponent("Info.plist"))
            try Data(WebFixture.png).write(to: app.appendingPathComponent("icon.png"))
            let program = app.appendingPathComponent("Icons")
            try Data(ProgramFormat.header).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
            _ = try await web.device.host.administration.install(app.path, acceptsUntrusted: true)
            let cookie = try await web.letIn()
            let icon = try await web.request("GET", "icon/org.example.Icons", cookie: cookie)
            #expect(icon.status == 200 && icon.header("Content-Type") == "image/png")
            #expect(icon.bytes.suffix(WebFixture.png.count) == WebFixture.png[...])
            for unknown in ["org.example.Nobody", "..", "%2e%2e"] {
                #expect(try await web.request("GET", "icon/\(unknown)", cookie: cookie).status != 200)
            }
        }
    }
}
