import ArgumentParser
import OpenExtensionKit

/// What a command line hands over: files, a URL, a text.
struct InputOptions: ParsableArguments {
    @Argument(help: "Files to hand over, one attachment each.", completion: .file())
    var files: [String] = []

    @Option(help: "A URL to hand over.")
    var url: String?

    @Option(help: "A text to hand over.")
    var text: String?

    /// Whether anything is named.
    var isEmpty: Bool { files.isEmpty && url == nil && text == nil }

    /// The item that is handed over.
    ///
    /// - Throws: ``CommandFailure`` for what cannot be handed over.
    func item() throws -> NSExtensionItem {
        try InputItem.make(files: files, url: url, text: text)
    }
}
