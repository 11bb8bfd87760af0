/// The colour that *Page Colour* gives a page.
public struct PageColour: Sendable, Equatable {
    /// The colour as CSS, in the form `#rrggbb`.
    public let css: String

    /// Light colours, on which dark text can be read.
    static let palette = [
        "#fff4e0", "#ffe9ec", "#f3e9ff", "#e4f0ff", "#e0f7f4", "#e7f8e2", "#fbf8d4", "#f2efe9",
    ]

    /// Chooses a colour: always the same one for the same title and address.
    ///
    /// - Parameter results: what the `run` function of `Colour.js` has passed to `completionFunction`; any dictionary.
    public init(results: [String: Any]) {
        let texts = ["title", "URL"].map { (results[$0] as? String ?? "").prefix(bytes: Article.Limits.lineBytes) }
        // FNV-1a, because the hash values of Swift differ from process to process.
        let hash = texts.joined(separator: "\n").utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        css = Self.palette[Int(hash % UInt64(Self.palette.count))]
    }
}
