/// The attribute `@main` in a source of an extension, such as an app's delegate that belongs to both targets. Apple's systems
/// ignore it in an extension, and here it would be a second entry point.
enum EntryPointAttribute {
    /// Whether a message says that an older attribute was replaced by the one that is removed.
    static func isReplacement(_ message: String) -> Bool { message.hasSuffix("was replaced by @main.") }

    /// Puts the attribute into a comment.
    ///
    /// - Returns: the line of the text, from 1; nil if there is no such attribute.
    static func remove(from text: inout String) -> Int? {
        guard text.contains("@main") else { return nil }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let rest = line.drop { $0 == " " || $0 == "\t" }
            let after = rest.dropFirst("@main".count)
            guard rest.hasPrefix("@main"), after.first.map({ $0.isWhitespace }) ?? true else { continue }
            text.replaceSubrange(rest.startIndex..<after.startIndex, with: "/* @main */")
            return index + 1
        }
        return nil
    }
}
