/// What a header in Objective-C imports: a bridging header, or the header of a framework, whose imports are visible in every
/// Swift source of the target.
struct ImportedHeader {
    /// The maximum number of modules that are taken.
    private static let maximumModules = 100

    /// The modules, each with the line of its first import.
    private(set) var modules: [String: Int] = [:]
    /// Whether there are only imports of modules, comments, and the version of a framework.
    private(set) var hasOnlyModules = true

    /// Reads a header.
    ///
    /// - Parameter own: the module to which the header belongs.
    init(_ text: String, except own: String) {
        var number = 0
        var isComment = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let words = line.prefix(2_000).drop { $0.isWhitespace }
            if isComment || words.hasPrefix("/*") {
                isComment = !words.contains("*/")
                continue
            }
            if words.isEmpty || words.hasPrefix("//") || words.hasPrefix("#pragma") { continue }
            // The template of a framework declares these two.
            if words.hasPrefix("FOUNDATION_EXPORT"), words.contains("Version") { continue }
            guard let module = Self.module(in: words), modules.count < Self.maximumModules else {
                if !["#if", "#endif", "#else", "#define", "#undef"].contains(where: words.hasPrefix) {
                    hasOnlyModules = false
                }
                continue
            }
            if module != own, modules[module] == nil { modules[module] = number }
        }
    }

    /// A source that makes the modules visible in the whole target, each at its line of the header.
    var source: String {
        let names = Dictionary(modules.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        return (1...max(1, modules.values.max() ?? 1)).map { line in
            (names[line].map { "@_exported import \($0)" } ?? "") + "\n"
        }.joined()
    }

    private static func module(in line: Substring) -> String? {
        // The name of a framework begins with a capital letter; other folders contain headers of C.
        if let match = line.firstMatch(of: /^#\s*(?:import|include)\s*<([A-Z][A-Za-z0-9_]{0,127})\//) {
            return String(match.1)
        }
        return line.firstMatch(of: /^@import\s+([A-Za-z_][A-Za-z0-9_]{0,127})[.;\s]/).map { String($0.1) }
    }
}
