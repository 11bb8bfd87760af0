public import Foundation

/// The article that `Read.js` has found in a page.
///
/// A page is not trusted: it can change what the functions of the browser return to the script. Values of other types than
/// expected are ignored, and what is too long to be shown is cut off.
public struct Article: Sendable, Equatable {
    /// A part of the text.
    public struct Block: Sendable, Equatable {
        /// The purpose of a part of the text.
        public enum Kind: Sendable, Equatable {
            /// Running text.
            case paragraph
            /// A heading; its level is from 1 to 6.
            case heading(level: Int)
        }

        /// The purpose of the block.
        public let kind: Kind
        /// The text, which is never empty.
        public let text: String

        /// Creates a block.
        public init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The limits of what is shown. Together, they are well below what a host accepts of an extension.
    public enum Limits {
        /// The maximum number of blocks.
        public static let blocks = 500
        /// The maximum size of one block, in bytes of UTF-8.
        public static let blockBytes = 8_000
        /// The maximum size of all blocks together, in bytes of UTF-8.
        public static let textBytes = 256 * 1024
        /// The maximum size of a title, in bytes of UTF-8.
        public static let lineBytes = 500
        /// The maximum size of an address, in bytes of UTF-8.
        public static let addressBytes = 2_000
    }

    /// The title of the page; nil if it has none.
    public let title: String?
    /// The address of the page; nil if the page has told none, or something that is not the address of a web page.
    public let address: URL?
    /// The language of the page without its region, as in `en`; nil if the page does not tell it.
    public let language: String?
    /// The headings and paragraphs in their order.
    public let blocks: [Block]
    /// Whether a part of the text is missing because it was too long.
    public let isShortened: Bool

    /// Creates an article from what the `run` function of `Read.js` has passed to `completionFunction`.
    ///
    /// - Parameter results: any dictionary.
    public init(results: [String: Any]) {
        title = Self.line(results["title"])
        address = Self.line(results["URL"], limit: Limits.addressBytes).flatMap(Self.webAddress)
        language = Self.line(results["language"]).flatMap(Self.languageCode)
        var room = Limits.textBytes
        var isShortened = results["isShortened"] as? Bool ?? false
        var blocks: [Block] = []
        for element in results["blocks"] as? [Any] ?? [] {
            guard blocks.count < Limits.blocks, room > 0 else {
                isShortened = true
                break
            }
            guard let (kind, text) = Self.block(element) else { continue }
            let whole = text.utf8.count
            let shown = text.prefix(bytes: min(Limits.blockBytes, room)).onOneLine
            if whole > min(Limits.blockBytes, room) { isShortened = true }
            guard !shown.isEmpty else { continue }
            room -= shown.utf8.count
            blocks.append(Block(kind, shown))
        }
        self.blocks = blocks
        self.isShortened = isShortened
    }

    /// The name of the site, which is the host of the address without `www.`.
    public var site: String? {
        guard let host = address?.host() else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// The time that reading takes, in minutes; at least 1.
    public var minutes: Int { ReadingTime.minutes(for: blocks.lazy.map(\.text)) }

    /// The address of a web page; nil for anything else, such as a `javascript:` address.
    private static func webAddress(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        return url
    }

    /// The first part of a tag such as `en-GB`, in lower case; nil if it is not the code of a language.
    private static func languageCode(_ tag: String) -> String? {
        let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        let isCode = (2...3).contains(code.utf8.count) && code.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        return isCode ? code : nil
    }

    private static func line(_ value: Any?, limit: Int = Limits.lineBytes) -> String? {
        guard let text = (value as? String)?.prefix(bytes: limit).onOneLine, !text.isEmpty else {
            return nil
        }
        return text
    }

    private static func block(_ element: Any) -> (Block.Kind, String)? {
        if let text = element as? String { return (.paragraph, text) }
        guard let block = element as? [String: Any], let text = block["text"] as? String else { return nil }
        guard block["kind"] as? String == "heading" else { return (.paragraph, text) }
        // A number of a page can be infinite.
        let level = (block["level"] as? Double).flatMap { Int(exactly: $0.rounded()) } ?? 2
        return (.heading(level: min(max(level, 1), 6)), text)
    }
}
