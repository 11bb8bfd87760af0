import Foundation

/// Recognizes file URLs. They are not sent to other processes, and not accepted from them, because the receiver would
/// resolve them to its own files.
enum FileURL {
    /// Whether a URL is a file URL according to `URL`, `NSURL` or its text.
    static func isOne(_ url: URL) -> Bool {
        url.isFileURL || (url as NSURL).isFileURL || url.absoluteURL.isFileURL || isMeant(by: url.absoluteString)
    }

    /// Whether some URL parser could read a text as a file URL. Parsers skip different characters, so white space and
    /// control characters are ignored.
    static func isMeant(by text: String) -> Bool {
        let letters = text.utf8.lazy.filter { $0 > 0x20 && $0 != 0x7F }.map { $0 | 0x20 }
        return letters.starts(with: "file:".utf8)
    }
}
