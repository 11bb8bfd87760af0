import ExtensionTesting
import Foundation
import OpenExtensionKit
import PostcardStore
import Testing

/// The compose sheet in its own process, in the hands of a test.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Postcard first"))
struct ShareTests {
    /// Shows Postcard with items; afterwards it hands over what has been posted.
    private func share(
        _ items: [NSExtensionItem], _ body: (ViewUnderTest) async throws -> Void,
        check: ([Post], URL) throws -> Void
    ) async throws {
        let folder = try #require(apps)
        try await TestDevice.with { device in
            try await device.install(URL(filePath: folder + "/Postcard.app"))
            try await body(try await device.present(items, to: "org.openextensionkit.Postcard.Share"))
            let store = PostStore(
                folder: try Self.container("Shared/AppGroup", of: device)
                    .appending(path: "Library/Application Support/Posts"))
            try check(try store.posts(), store.folder)
            // The extension keeps no copies of the pictures.
            let copies = try Self.container("Data/PluginKitPlugin", of: device).appending(path: "tmp/TemporaryItems")
            let left = (try? FileManager.default.contentsOfDirectory(atPath: copies.path)) ?? []
            #expect(left.isEmpty)
        }
    }

    /// The only container of a kind.
    private static func container(_ kind: String, of device: TestDevice) throws -> URL {
        let containers = device.scratch.deletingLastPathComponent().appending(path: "device/Containers/\(kind)")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: containers.path).first)
        return containers.appending(path: name)
    }

    /// Kills the process of an extension, as a crash would end it.
    private static func kill(_ identifier: String, on device: TestDevice) throws {
        struct Listing: Decodable {
            struct Process: Decodable {
                let pid: Int32
                let `extension`: String?
            }
            let processes: [Process]
        }
        let folder = device.scratch.deletingLastPathComponent()
        let appex = Process()
        appex.executableURL = tool
        appex.arguments = ["ps", "--json"]
        appex.environment = ProcessInfo.processInfo.environment.merging([
            "APPEX_ROOT": folder.appending(path: "device").path, "XDG_RUNTIME_DIR": folder.appending(path: "run").path,
        ]) { $1 }
        let output = Pipe()
        appex.standardOutput = output
        try appex.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        appex.waitUntilExit()
        let listed = try JSONDecoder().decode(Listing.self, from: data).processes
        let pid = try #require(listed.first { $0.extension == identifier }?.pid)
        #expect(Foundation.kill(pid, SIGKILL) == 0)
    }

    private func item(text: String? = nil, _ attachments: NSItemProvider?...) -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attributedContentText = text.map { NSAttributedString(string: $0) }
        item.attachments = attachments.compactMap(\.self)
        return item
    }

    @Test(.timeLimit(.minutes(30))) func `a photograph is posted with its words, into the album that was chosen`()
        async throws
    {
        try await share([item(NSItemProvider(contentsOf: photo))]) { view in
            try await view.type("Hello from Chelsea")
            try await view.tap(.row("Album"))
            try await view.tap(.row("Travel"))
            try await view.tap(.button("Post"))
            let returned = try await view.outcome()
            #expect(returned.isEmpty)
        } check: { posts, folder in
            let post = try #require(posts.first)
            #expect(posts.count == 1 && post.text == "Hello from Chelsea" && post.album == "Travel")
            #expect(post.pictures == ["1-chelsea.jpg"])
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
            let picture = folder.appending(path: name).appending(path: "1-chelsea.jpg")
            #expect(try Data(contentsOf: picture) == Data(contentsOf: photo))
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a link and the words of its page are posted`() async throws {
        let link = try #require(URL(string: "https://example.org/cats"))
        try await share([item(text: "A page about cats", NSItemProvider(object: link as NSURL))]) { view in
            try await view.find(.text("A page about cats"))
            try await view.tap(.button("Post"))
            _ = try await view.outcome()
        } check: { posts, _ in
            #expect(posts.map(\.text) == ["A page about cats"])
            #expect(posts.map(\.links) == [[link]])
        }
    }

    @Test(.timeLimit(.minutes(30))) func `what is too long cannot be posted, and Cancel posts nothing`() async throws {
        try await share([item(NSItemProvider(contentsOf: photo))]) { view in
            try await view.type(String(repeating: "long ", count: 60))
            try await view.find(.text("-20"))
            await #expect(throws: ViewTestError.self) { try await view.tap(.button("Post")) }
            try await view.tap(.button("Cancel"))
            await #expect(throws: (any Error).self) { try await view.outcome() }
        } check: { posts, _ in
            #expect(posts.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `what was written is there again after Cancel and after a crash, until it is posted`()
        async throws
    {
        let app = try #require(apps) + "/Postcard.app"
        try await TestDevice.with { device in
            try await device.install(URL(filePath: app))
            let share = { try await device.present([item(text: $0)], to: "org.openextensionkit.Postcard.Share") }
            let cancelled = try await share("A page")
            try await cancelled.type("A page about cats")
            try await cancelled.tap(.button("Cancel"))
            await #expect(throws: (any Error).self) { try await cancelled.outcome() }

            let killed = try await share("A page")
            try await killed.find(.text("A page about cats"))
            try await killed.type("A page about cats and dogs")
            try await killed.find(.text("A page about cats and dogs"))
            try Self.kill("org.openextensionkit.Postcard.Share", on: device)
            await #expect(throws: (any Error).self) { try await killed.outcome() }

            // It belongs to what was shared.
            let other = try await share("Another page")
            try await other.find(.text("Another page"))
            try await other.tap(.button("Cancel"))
            await #expect(throws: (any Error).self) { try await other.outcome() }

            let posted = try await share("A page")
            try await posted.find(.text("A page about cats and dogs"))
            try await posted.tap(.button("Post"))
            _ = try await posted.outcome()

            let last = try await share("A page")
            try await last.find(.text("A page"))
            try await last.tap(.button("Cancel"))
            await #expect(throws: (any Error).self) { try await last.outcome() }
        }
    }
}
