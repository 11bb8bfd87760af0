import Foundation

/// Tells the URLs of files from others. They cross to no other process, and none that comes from one is believed: the
/// files behind them are those of whoever reads the URL.
enum FileURL {
    /// Whether a URL is that of a file, for whoever asks: as `URL`, as `NSURL`, or by its text.
    static func isOne(_ url: URL) -> Bool {
        url.isFileURL || (url as NSURL).isFileURL || url.absoluteURL.isFileURL || isMeant(by: url.absoluteString)
    }

    /// Whether some parser of URLs may read a text as the URL of a file. Parsers differ in what they skip, so white
    /// space and control characters do not count.
    static func isMeant(by text: String) -> Bool {
        let letters = text.utf8.lazy.filter { $0 > 0x20 && $0 != 0x7F }.map { $0 | 0x20 }
        return letters.starts(with: "file:".utf8)
    }
}
