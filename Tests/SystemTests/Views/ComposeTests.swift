import ExtensionTesting
import Foundation
import OpenExtensionKit
import OpenUIKit
import Testing

private let identifier = "org.example.Fixtures.Compose"

/// The compose sheet, pictures, long tables and widgets of an extension in its own process.
@Suite(.timeLimit(.minutes(30))) struct ComposeTests {
    /// A picture of one colour.
    private static func photo(width: Int, height: Int) throws -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.opaque = true
        let size = CGSize(width: width, height: height)
        let drawn = UIGraphicsImageRenderer(size: size, format: format).image { _ in }
        return try #require(drawn.jpegData(compressionQuality: 0.9).flatMap { UIImage(data: $0) })
    }

    private static func with(
        point: String = "com.apple.share-services", _ text: String? = "A beach", _ attachments: [NSItemProvider] = [],
        traits: ViewTraits = ViewTraits(width: 390, height: 700),
        _ body: nonisolated(nonsending) (ViewUnderTest) async throws -> Void
    ) async throws {
        try await TestDevice.with { device in
            var appex = TestAppex("Compose", .compose, point: point)
            appex.principal = "fixture_compose.FixtureComposeController"
            try await device.install(appex)
            let item = NSExtensionItem()
            item.attributedContentText = text.map { NSAttributedString(string: $0) }
            item.attachments = attachments
            let view = try await device.present(text == nil ? [] : [item], to: identifier, traits: traits)
            try await body(view)
            await view.dismiss()
        }
    }

    @Test func `AT-38: an image, its data and its file are three classes in the extension, too`() async throws {
        let photo = try Self.photo(width: 60, height: 40)
        let data = try #require(photo.jpegData(compressionQuality: 0.9))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let attachments = [
            NSItemProvider(item: photo, typeIdentifier: "public.jpeg"),
            NSItemProvider(item: data as NSData, typeIdentifier: "public.jpeg"),
            NSItemProvider(item: file as NSURL, typeIdentifier: "public.jpeg"),
        ]
        try await Self.with("A beach", attachments) { view in
            try await view.tap(.button("Post"))
            let returned = try #require(try await view.outcome().first)
            #expect(returned.attributedContentText?.string == "UIImage Data URL")
            #expect(returned.attachments?.count == 3)
        }
    }

    @Test func `AT-50: an image that an extension has edited is loaded when its view is gone`() async throws {
        let attachments = [NSItemProvider(object: try Self.photo(width: 60, height: 40))]
        try await Self.with("A beach", attachments) { view in
            let preview = try await view.wait("the preview") { tree in
                tree.nodes.values.first { $0.kind == .image && $0.image(.image) != nil }?.id
            }
            #expect(view.tree[preview]?.text(.accessibilityLabel) == "Preview")
            try await view.tap(.button("Post"))
            let provider = try #require(try await view.outcome().first?.attachments?.first)
            let edited = try await provider.loadItem(UIImage.self, forTypeIdentifier: "public.image")
            #expect(edited.size == CGSize(width: 30, height: 20))
        }
    }

    @Test func `what a person writes decides whether it can be posted`() async throws {
        try await Self.with { view in
            let text = ViewQuery(.textView)
            let shared = try await view.find(text)
            #expect(shared.text(.text) == "A beach")
            try await view.type("", into: text)
            await #expect(throws: ViewTestError.self) { try await view.tap(.button("Post")) }
            try await view.type("The sea", into: text)
            try await view.tap(.button("Cancel"))
            let error = await #expect(throws: ExtensionError.self) { try await view.outcome() }
            #expect(error?.code == .cancelledByExtension)
            #expect((error?.underlying as? NSError)?.code == CocoaError.Code.userCancelled.rawValue)
        }
    }

    @Test func `a table of 1,000 rows sends what is seen`() async throws {
        try await Self.with { view in
            try await view.tap(.row("Rows"))
            try await view.find(.row("Row 0"))
            let table = ViewQuery(.table)
            let shown = try await view.find(table)
            #expect(shown.integer(.rowCount) == 1000)
            #expect(view.tree.nodes.values.count { $0.kind == .row } <= 60)
            try await view.send(.showRows(first: 700, count: 12), to: table)
            try await view.find(.row("Row 711"))
            #expect(view.tree.nodes.values.count { $0.kind == .row } == 36)
        }
    }

    @Test func `AT-80: a widget is compact until it is expanded, brings itself up to date, and may hide`() async throws
    {
        func traits(_ mode: ViewDisplayMode) -> ViewTraits {
            ViewTraits(width: 390, height: 110, widget: ViewTraits.Widget(displayMode: mode))
        }
        try await Self.with(point: "com.apple.widget-extension", nil, traits: traits(.compact)) { view in
            let window = try #require(view.tree[ViewTree.window])
            #expect(window.choice(.largestDisplayMode, as: ViewDisplayMode.self) == .expanded)
            #expect(window.number(.preferredHeight) == 110)
            view.view.setTraits(traits(.expanded))
            _ = try await view.wait("the larger form") { tree in
                tree[ViewTree.window]?.number(.preferredHeight) == 300 ? true : nil
            }
            let result = try await view.view.performUpdate()
            #expect(result == .newData)
            _ = try await view.wait("the new title") { tree in
                tree.nodes.values.contains { $0.kind == .navigationBar && $0.text(.title) == "Updated" } ? true : nil
            }
            try await view.tap(.row("Hide"))
            _ = try await view.wait("the wish to be left out") { tree in
                tree[ViewTree.window]?[.hasContent] == .flag(false) ? true : nil
            }
        }
    }
}
