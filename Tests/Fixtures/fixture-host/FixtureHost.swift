import Foundation
import OpenExtensionKit

/// A host of its own process, for tests that end it. Either it hands over an attachment which never comes, says when
/// the extension asks for it, and waits for its end: `fixture-host EXTENSION BEHAVIOUR`. Or it sends requests without
/// end: `fixture-host --load SEED AT-A-TIME MANNER:EXTENSION…`, see ``Load``. Or it sends a text to one extension and, beside it, requests
/// to another: `fixture-host --beside EXTENSION TEXT OTHER`, see ``Beside``.
@main
struct FixtureHost {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--load", let load = try Load(Array(arguments.dropFirst())) { return await load.run() }
        if arguments.first == "--beside", let beside = Beside(Array(arguments.dropFirst())) {
            return try await beside.run()
        }
        guard arguments.count == 2, let identifier = arguments.first, let behaviour = arguments.last else {
            return print(
                "usage: fixture-host EXTENSION BEHAVIOUR | --load SEED AT-A-TIME MANNER:EXTENSION… | --beside EXTENSION TEXT OTHER"
            )
        }
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            // Kept, so that nobody can notice that it will never be called.
            _ = Unmanaged.passRetained(Kept(done))
            FileHandle.standardOutput.write(Data("asked\n".utf8))
            return nil
        }
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": behaviour]
        item.attachments = [provider]
        let host = try ExtensionHost()
        _ = try await host.send([item], to: host.extension(identifier))
    }
}

private final class Kept: Sendable {
    let done: @Sendable (Data?, (any Error)?) -> Void

    init(_ done: @escaping @Sendable (Data?, (any Error)?) -> Void) { self.done = done }
}
