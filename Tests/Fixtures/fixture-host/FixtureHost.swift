import Foundation
import OpenExtensionKit

/// A host that hands over an attachment which never comes, says when the extension asks for it, and waits for
/// its end. Arguments: the extension and what it is to do.
@main
struct FixtureHost {
    static func main() async throws {
        guard CommandLine.arguments.count == 3 else { return print("usage: fixture-host EXTENSION BEHAVIOUR") }
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            // Kept, so that nobody can notice that it will never be called.
            _ = Unmanaged.passRetained(Kept(done))
            FileHandle.standardOutput.write(Data("asked\n".utf8))
            return nil
        }
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": CommandLine.arguments[2]]
        item.attachments = [provider]
        let host = try ExtensionHost()
        _ = try await host.send([item], to: host.extension(CommandLine.arguments[1]))
    }
}

private final class Kept: Sendable {
    let done: @Sendable (Data?, (any Error)?) -> Void

    init(_ done: @escaping @Sendable (Data?, (any Error)?) -> Void) { self.done = done }
}
