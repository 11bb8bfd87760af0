/// The rules by which the Swift compiler names methods in the Objective-C runtime.
enum SelectorName {
    /// The words before which the compiler does not insert `With`.
    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
        "given",
        "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to", "until",
        "using", "via", "when", "with", "within",
    ]

    /// The selector of a method.
    ///
    /// - Parameter labels: the labels of the parameters, `_` for a parameter without one.
    static func method(_ name: String, labels: [String]) -> String {
        let base = plain(name)
        guard let first = labels.first.map(plain) else { return base }
        var result = base
        if first != "_" {
            if !prepositions.contains(firstWord(of: first)), !prepositions.contains(lastWord(of: base)) {
                result += "With"
            }
            result += capitalized(first)
        }
        result += ":"
        for label in labels.dropFirst() { result += (label == "_" ? "" : plain(label)) + ":" }
        return result
    }

    /// The selector of the function that sets a property.
    static func setter(_ name: String) -> String { "set\(capitalized(plain(name))):" }

    /// A name without the backticks of a raw identifier.
    static func plain(_ name: String) -> String { name.filter { $0 != "`" } }

    private static func capitalized(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    private static func firstWord(of name: String) -> String {
        let head = name.prefix(1).lowercased()
        return head + name.dropFirst().prefix { !$0.isUppercase && $0 != "_" }
    }

    private static func lastWord(of name: String) -> String {
        let tail = name.reversed().prefix { !$0.isUppercase && $0 != "_" }
        let start = name.dropLast(tail.count).last.map { $0 == "_" ? "" : String($0) } ?? ""
        return (start + String(tail.reversed())).lowercased()
    }
}
