/// The build settings of a target in one configuration: levels, of which a higher one replaces the values of a lower one
/// and can refer to them by `$(inherited)`.
package struct BuildSettings: Sendable {
    /// The maximum depth of references within references. Real projects have less than 10.
    static let depth = 40
    /// The maximum number of references that one expansion follows.
    static let references = 10_000
    /// The maximum length of an expanded value in bytes.
    static let valueBytes = 256 << 10

    /// The values of each level before expansion, by the setting's name; the lowest level is the first.
    private var levels: [[String: String]]
    /// The name of the configuration, such as Debug.
    package let configuration: String
    /// What could not be read of the configuration's files.
    package internal(set) var notes: [ProjectNote] = []

    /// Creates settings from assignments.
    ///
    /// - Parameter levels: the assignments of each level in their order; the lowest level is the first.
    package init(levels: [[SettingAssignment]], configuration: String) {
        self.configuration = configuration
        self.levels = []
        for level in levels { add(level) }
    }

    /// Adds a level above all others.
    package mutating func add(_ level: [SettingAssignment]) {
        var values: [String: String] = [:]
        let applicable = level.filter { $0.applies(in: configuration) }
        for assignment in applicable where assignment.conditions.isEmpty { values[assignment.name] = assignment.value }
        // A value with a condition that holds is more specific than one without.
        for assignment in applicable where !assignment.conditions.isEmpty { values[assignment.name] = assignment.value }
        levels.append(values)
    }

    /// The result of an expansion.
    package struct Expansion: Sendable, Hashable {
        /// The text, in which unknown settings are empty.
        package var text: String
        /// The names of settings that are used and not defined.
        package var undefined: Set<String> = []
        /// The names of settings whose expansion does not end or is too long.
        package var unbounded: Set<String> = []
    }

    /// The expanded value of a setting; nil if it is not defined or empty.
    package subscript(name: String) -> String? {
        var expander = Expander(levels: levels)
        let value = expander.value(of: name, below: levels.count, depth: 0)
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a setting has the value YES.
    package func isSet(_ name: String) -> Bool { self[name]?.uppercased() == "YES" }

    /// The names of all settings that have a value in any level.
    package var names: Set<String> { levels.reduce(into: []) { $0.formUnion($1.keys) } }

    /// Expands the references in a text.
    package func expanding(_ text: String) -> Expansion {
        var expander = Expander(levels: levels)
        let result = expander.expand(text, of: nil, below: levels.count, depth: 0)
        return Expansion(text: result, undefined: expander.undefined, unbounded: expander.unbounded)
    }
}

/// One expansion, which counts its work.
private struct Expander {
    let levels: [[String: String]]
    var undefined: Set<String> = []
    var unbounded: Set<String> = []
    private var references = 0

    init(levels: [[String: String]]) { self.levels = levels }

    /// The expanded value of a setting in the levels below one; nil if it is not defined there.
    mutating func value(of name: String, below limit: Int, depth: Int) -> String? {
        references += 1
        guard depth <= BuildSettings.depth, references <= BuildSettings.references else {
            unbounded.insert(name)
            return ""
        }
        for level in (0..<limit).reversed() {
            guard let raw = levels[level][name] else { continue }
            return expand(raw, of: name, below: level, depth: depth + 1)
        }
        return nil
    }

    /// Expands the references in a text.
    ///
    /// - Parameter owner: the setting whose value the text is, which `$(inherited)` stands for; nil for another text.
    mutating func expand(_ text: String, of owner: String?, below level: Int, depth: Int) -> String {
        guard depth <= BuildSettings.depth else {
            unbounded.insert(owner ?? text)
            return ""
        }
        var result = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            let opening = rest.index(after: dollar)
            guard opening < rest.endIndex, rest[opening] == "(" || rest[opening] == "{",
                let end = Self.end(of: rest, opening: opening)
            else {
                result.append("$")
                rest = rest[opening...]
                continue
            }
            let content = String(rest[rest.index(after: opening)..<end])
            result += resolve(content, of: owner, below: level, depth: depth)
            guard result.utf8.count <= BuildSettings.valueBytes else {
                unbounded.insert(owner ?? content)
                return ""
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The value of the text between the parentheses of a reference.
    private mutating func resolve(_ content: String, of owner: String?, below level: Int, depth: Int) -> String {
        let inner =
            content.contains("$") ? expand(content, of: owner, below: level, depth: depth + 1) : content
        let parts = inner.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first.map(String.init), !name.isEmpty else { return "" }
        let modifiers = Array(parts.dropFirst())
        let value: String?
        if name == "inherited" {
            value = owner.flatMap { self.value(of: $0, below: level, depth: depth + 1) } ?? ""
        } else if name == owner {
            value = self.value(of: name, below: level, depth: depth + 1) ?? ""
        } else {
            value = self.value(of: name, below: levels.count, depth: depth + 1)
        }
        if value == nil, !modifiers.contains(where: { $0.hasPrefix("default=") }) { undefined.insert(name) }
        return SettingText.applying(modifiers, to: value ?? "")
    }

    /// The index of the parenthesis that closes the one at `opening`.
    private static func end(of text: Substring, opening: Substring.Index) -> Substring.Index? {
        var closers: [Character] = []
        var index = opening
        var isReference = true
        while index < text.endIndex {
            let character = text[index]
            if isReference, character == "(" || character == "{" {
                closers.append(character == "(" ? ")" : "}")
                guard closers.count <= BuildSettings.depth else { return nil }
            } else if character == closers.last {
                closers.removeLast()
                if closers.isEmpty { return index }
            }
            isReference = character == "$"
            index = text.index(after: index)
        }
        return nil
    }
}
