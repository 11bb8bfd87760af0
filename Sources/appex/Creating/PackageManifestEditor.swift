/// Adds targets and dependencies to the text of a Package.swift.
///
/// It finds the arguments `dependencies:` and `targets:` of the call `Package(…)` if they are literal lists. It does not
/// understand Swift: whoever uses it has SwiftPM read the result.
struct PackageManifestEditor {
    private(set) var text: String

    init(_ text: String) {
        self.text = text
    }

    /// Inserts elements at the beginning of the list `targets:`.
    ///
    /// - Parameter targets: each the source of one element, without a comma, its lines indented relative to the first.
    /// - Returns: whether the list was found.
    mutating func add(targets: [String]) -> Bool {
        guard let list = arguments()["targets"]?.list else { return false }
        insert(targets, at: list)
        return true
    }

    /// Inserts elements at the beginning of the list `dependencies:`, which is created if there is none.
    ///
    /// - Returns: whether there is a place for them.
    mutating func add(dependencies: [String]) -> Bool {
        guard !dependencies.isEmpty else { return true }
        let found = arguments()
        if let argument = found["dependencies"] {
            guard let list = argument.list else { return false }
            insert(dependencies, at: list)
            return true
        }
        guard let label = found["targets"]?.label else { return false }
        let lines = dependencies.map { "        \($0),\n" }.joined()
        text.insert(contentsOf: "dependencies: [\n\(lines)    ],\n    ", at: label)
        return true
    }

    private mutating func insert(_ elements: [String], at place: String.Index) {
        let lines = elements.map { element in
            "\n        " + element.replacing("\n", with: "\n        ") + ","
        }
        text.insert(contentsOf: lines.joined() + (text[place] == "]" ? "\n    " : ""), at: place)
    }

    /// An argument of the call `Package(…)`.
    private struct Argument {
        let label: String.Index
        /// The place after the opening bracket of its list; nil if it is not a literal list.
        let list: String.Index?
    }

    /// The arguments of the first call `Package(…)`, by their labels.
    private func arguments() -> [String: Argument] {
        var found: [String: Argument] = [:]
        var depth = 0
        var word: (text: Substring, previous: Unicode.Scalar?)?
        var scanner = SwiftScanner(text)
        var previous: Unicode.Scalar?
        while let token = scanner.next() {
            switch token {
            case .word(let text):
                word = (text, previous)
                previous = text.unicodeScalars.last
                continue
            case .symbol("("), .symbol("["), .symbol("{"):
                let isCall = depth == 0 && token == .symbol("(") && word?.text == "Package" && word?.previous != "."
                if depth > 0 || isCall { depth += 1 }
            case .symbol(")"), .symbol("]"), .symbol("}"):
                if depth > 0 { depth -= 1 }
                if depth == 0, !found.isEmpty { return found }
            case .symbol(":"):
                if depth == 1, let label = word?.text, found[String(label)] == nil {
                    found[String(label)] = Argument(label: label.startIndex, list: scanner.placeAfter("["))
                }
            case .symbol: break
            }
            if case .symbol(let symbol) = token { previous = symbol }
            word = nil
        }
        return found
    }
}
