/// The values of build variables, which are expanded in an Info.plist when a bundle is created.
///
/// Only `$(NAME)` and `${NAME}` in string values are expanded. Inserted values are not expanded again, so the expansion
/// always ends. Xcode's modifiers (`$(NAME:rfc1034identifier)`) and nested references are errors.
package struct BuildVariables: Sendable, Hashable {
    /// The value of each variable.
    package var values: [String: String]

    /// Creates a set of variables.
    package init(_ values: [String: String]) {
        self.values = values
    }

    /// Expands every reference in the string values of a property list. Keys are not changed.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` with the code `buildVariable` for an unknown variable or an unsupported form, `limit` if
    ///   the strings exceed ``PropertyListLimits/contentBytes``.
    package func expanding(
        _ plist: PropertyListValue, file: String
    ) throws(ManifestError) -> PropertyListValue {
        var budget = PropertyListBudget(file: file)
        return try plist.mappingStrings { text, keyPath throws(ManifestError) in
            let expanded = try expand(text, file: file, keyPath)
            try budget.spendContent(expanded.utf8.count)
            return expanded
        }
    }

    private func expand(
        _ text: String, file: String, _ keyPath: PropertyListPath
    ) throws(ManifestError) -> String {
        var result = ""
        var rest = text[...]
        while let reference = Reference(firstIn: rest) {
            result += rest[..<reference.range.lowerBound]
            guard let name = reference.name else {
                throw ManifestError(
                    .buildVariable, file: file, keyPath: keyPath.description, found: "\"\(rest[reference.range])\"",
                    expected: "$(NAME) or ${NAME}, without modifiers or references inside")
            }
            guard let value = values[name] else {
                throw ManifestError(
                    .buildVariable, file: file, keyPath: keyPath.description, found: "the unknown variable \(name)",
                    expected: values.isEmpty ? "no variable" : "one of \(values.keys.sorted().joined(separator: ", "))")
            }
            result += value
            rest = rest[reference.range.upperBound...]
        }
        return result + rest
    }

    /// Throws when a string value still holds a reference (rule V18).
    static func refuse(in plist: PropertyListValue, file: String) throws(ManifestError) {
        _ = try plist.mappingStrings { text, keyPath throws(ManifestError) in
            guard let reference = Reference(firstIn: text[...]) else { return text }
            throw ManifestError(
                .buildVariable, file: file, keyPath: keyPath.description, found: "\"\(text[reference.range])\"",
                expected: "a value in place of the build variable")
        }
    }

    /// A `$(…)` or `${…}` in a text.
    private struct Reference {
        let range: Range<Substring.Index>
        /// The variable's name, or `nil` when the form is not supported.
        let name: String?

        init?(firstIn text: Substring) {
            var search = text
            while let dollar = search.firstIndex(of: "$") {
                let opening = text.index(after: dollar)
                guard opening < text.endIndex else { return nil }
                guard text[opening] == "(" || text[opening] == "{" else {
                    search = text[opening...]
                    continue
                }
                let closing: Character = text[opening] == "(" ? ")" : "}"
                let start = text.index(after: opening)
                let end = text[start...].firstIndex(of: closing)
                range = dollar..<(end.map(text.index(after:)) ?? text.endIndex)
                name = end.map { String(text[start..<$0]) }.flatMap { Self.isName($0) ? $0 : nil }
                return
            }
            return nil
        }

        private static func isName(_ text: String) -> Bool {
            guard let first = text.first, first == "_" || first.isLetter else { return false }
            return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        }
    }
}

extension PropertyListValue {
    /// The list with every string value replaced.
    ///
    /// - Parameter keyPath: where this list lies in a greater one.
    /// - Parameter transform: gets each value and where it lies.
    func mappingStrings(
        keyPath: PropertyListPath = .root,
        _ transform: (String, PropertyListPath) throws(ManifestError) -> String
    ) throws(ManifestError) -> PropertyListValue {
        switch self {
        case .string(let text):
            return .string(try transform(text, keyPath))
        case .array(let elements):
            var result: [PropertyListValue] = []
            for (index, element) in elements.enumerated() {
                result.append(try element.mappingStrings(keyPath: .element(index, of: keyPath), transform))
            }
            return .array(result)
        case .dictionary(let entries):
            var result: [String: PropertyListValue] = [:]
            // Sorted, so that the same list always gives the same error.
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
                result[key] = try entry.mappingStrings(keyPath: .entry(key, of: keyPath), transform)
            }
            return .dictionary(result)
        default:
            return self
        }
    }
}
