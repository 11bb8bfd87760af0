import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc
import OpenExtensionKit

/// The item that the command line hands over.
enum InputItem {
    /// One item with an attachment for each file, the URL and the text.
    ///
    /// - Throws: ``CommandFailure`` for a file or URL that cannot be handed over, before anything is started.
    static func make(files: [String], url: String?, text: String?) throws -> NSExtensionItem {
        let item = NSExtensionItem()
        var attachments = try files.map(provider)
        if let url {
            guard let parsed = URL(string: url), parsed.scheme != nil else {
                throw CommandFailure(
                    "\"\(url)\" is not a URL: write it with its scheme, such as https://example.org.", .usage)
            }
            attachments.append(NSItemProvider(item: parsed as NSURL, typeIdentifier: "public.url"))
        }
        if let text {
            item.attributedContentText = NSAttributedString(string: text)
            attachments.append(NSItemProvider(item: NSString(string: text), typeIdentifier: "public.plain-text"))
        }
        if !attachments.isEmpty { item.attachments = attachments }
        return item
    }

    private static func provider(for file: String) throws -> NSItemProvider {
        guard !file.isEmpty else {
            throw CommandFailure("Cannot hand over a file without a name: give its path.", .usage)
        }
        let url = URL(fileURLWithPath: file)
        var status = stat()
        guard stat(url.path, &status) == 0 else {
            throw CommandFailure("Cannot hand over \(file): \(String(cString: strerror(errno))).", .usage)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw CommandFailure("Cannot hand over \(file): it is a folder; name the files in it.", .usage)
        default: throw CommandFailure("Cannot hand over \(file): it is not a regular file.", .usage)
        }
        guard let provider = NSItemProvider(contentsOf: url) else {
            throw CommandFailure("Cannot hand over \(file): it cannot be read; check its permissions.", .usage)
        }
        return provider
    }
}
