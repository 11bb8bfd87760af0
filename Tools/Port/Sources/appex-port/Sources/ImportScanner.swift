/// Finds the modules that a source imports.
enum ImportScanner {
    private static let modifiers: Set<Substring> = [
        "public", "internal", "private", "fileprivate", "package", "@testable", "@_exported", "@preconcurrency",
        "@_implementationOnly",
    ]
    private static let kinds: Set<Substring> = [
        "class", "struct", "enum", "protocol", "typealias", "func", "let", "var",
    ]

    /// The names of the modules, each with the line of its first import.
    ///
    /// An import within a comment that covers several lines counts, too.
    static func modules(in text: String) -> [String: Int] {
        var modules: [String: Int] = [:]
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            // Most lines have no import, and only those that may have one are divided.
            guard line.utf8.count < 2_000, line.contains("import") else { continue }
            for statement in line.split(separator: ";") {
                if let module = module(in: statement), modules[module] == nil { modules[module] = number }
            }
        }
        return modules
    }

    private static func module(in statement: Substring) -> String? {
        var words = statement.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" })[...]
        while let word = words.first, modifiers.contains(word) || word.hasPrefix("@_spi(") { words.removeFirst() }
        guard words.first == "import" else { return nil }
        words.removeFirst()
        if let kind = words.first, kinds.contains(kind) { words.removeFirst() }
        guard let path = words.first else { return nil }
        let name = path.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        return name.isEmpty ? nil : String(name)
    }
}
