import ArgumentParser
import OpenExtensionKit

/// The options for what to hand over: files, a URL, a text.
struct InputOptions: ParsableArguments {
    @Argument(help: "Files to hand over, one attachment each.", completion: .file())
    var files: [String] = []

    @Option(help: "A URL to hand over.")
    var url: String?

    @Option(help: "A text to hand over.")
    var text: String?

    /// Whether nothing is given.
    var isEmpty: Bool { files.isEmpty && url == nil && text == nil }

    /// The item to hand over.
    ///
    /// - Throws: ``CommandFailure`` for something that cannot be handed over.
    func item() throws -> NSExtensionItem {
        try InputItem.make(files: files, url: url, text: text)
    }
}
