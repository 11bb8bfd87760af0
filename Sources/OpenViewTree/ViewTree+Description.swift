extension ViewTree: CustomStringConvertible {
    /// The tree as text for tests and debugging: one line for each node, indented below its parent.
    ///
    /// ```
    /// window
    ///   screen "Adjust" #1
    ///     slider #4 value=0.5 minimum=0 maximum=1
    /// ```
    public var description: String {
        var lines: [String] = []
        var rest = [(Self.window, 0)]
        while let (id, depth) = rest.popLast() {
            guard let node = nodes[id] else { continue }
            lines.append(String(repeating: "  ", count: depth) + node.description)
            rest += node.children.reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }
}

extension ViewNode: CustomStringConvertible {
    /// One line: the kind, the text or title, the identifier, and the other attributes that are set.
    public var description: String {
        let name = Self.names.first { text($0) != nil }
        var words = ["\(kind)"]
        if let name, let text = text(name) { words.append(Self.quoted(text)) }
        if id != ViewTree.window { words.append("#\(id)") }
        for (attribute, value) in attributes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where attribute != name {
            words.append("\(attribute)=\(Self.words(value, of: attribute))")
        }
        return words.joined(separator: " ")
    }

    private static let names: [ViewAttribute] = [.text, .title]
    /// Longer texts are cut, because the description is meant to be read as a list. In Unicode scalars, of which a
    /// character can have any number.
    private static let longest = 80

    private static func quoted(_ text: String) -> String {
        let start = String(text.unicodeScalars.prefix(longest))
        let line = start.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            .joined(separator: "\\n")
        return "\"\(line)\(start.utf8.count < text.utf8.count ? "…" : "")\""
    }

    private static func words(_ value: ViewValue, of attribute: ViewAttribute) -> String {
        switch value {
        case .flag(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): Int(exactly: value).map(String.init) ?? "\(value)"
        case .text(let value): quoted(value)
        case .list(let values): "[\(values.map(quoted).joined(separator: ", "))]"
        case .color(.system(let color)): "\(color)"
        case .color(.fixed(let light, let dark)): "\(hex(light))/\(hex(dark))"
        case .insets(let insets): "(\(insets.top), \(insets.leading), \(insets.bottom), \(insets.trailing))"
        case .runs(let runs): "\(runs.count) runs"
        case .choice(let value): ViewSchema.choiceName(value, of: attribute)
        case .image(let id): "image \(id)"
        }
    }

    private static func hex(_ color: UInt32) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }
}

extension ViewSchema {
    fileprivate static func choiceName(_ value: UInt8, of attribute: ViewAttribute) -> String {
        guard case .choice(let names) = domain(of: attribute), value < names.count else { return "\(value)" }
        return names[Int(value)]
    }
}
