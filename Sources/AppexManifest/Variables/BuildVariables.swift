/// The values of build variables, which are expanded in an Info.plist when a bundle is created.
///
/// `$(NAME)` and `${NAME}` in string values are replaced by the variable's value, in which references are expanded as well. A
/// name can contain references, as in `$(NAME_$(CONFIGURATION))`, and can be followed by the modifiers of Xcode, as in
/// `$(NAME:rfc1034identifier)`; ``BuildVariableModifier`` lists them. Sizes and nesting are limited, and a variable that refers to
/// itself is an error, so the expansion always ends.
package struct BuildVariables: Sendable, Hashable {
    /// The maximum size of a variable's value in bytes. Real values are shorter than 1 KiB.
    package static let valueBytes = 64 << 10
    /// The maximum depth of references within names, arguments of modifiers and values.
    package static let depth = 32

    /// The value of each variable, in which references are not expanded.
    package var values: [String: String]
    /// Whether the user can define a variable with `--setting`, which errors about unknown variables then suggest.
    package var acceptsSettings = false

    /// Creates a set of variables.
    package init(_ values: [String: String]) {
        self.values = values
    }

    /// Whether `text` can be the name of a variable: an ASCII letter or `_`, followed by ASCII letters, digits and `_`.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.first, first == "_" || (first.isASCII && first.isLetter) else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Defines a variable, or defines it again.
    ///
    /// In `value`, `$(inherited)` and references to the variable itself are replaced by the earlier value, or by nothing if the
    /// variable is new.
    ///
    /// - Returns: whether the variable was defined; false if the value would be longer than ``valueBytes``.
    package mutating func define(_ name: String, as value: String) -> Bool {
        guard value.utf8.count <= Self.valueBytes else { return false }
        let earlier = values[name] ?? ""
        var result = value
        for reference in ["$(inherited)", "${inherited}", "$(\(name))", "${\(name)}"] {
            let parts = result.split(separator: reference, omittingEmptySubsequences: false)
            guard parts.count > 1 else { continue }
            // Neither factor is greater than the limit, so the product cannot overflow.
            guard result.utf8.count + (parts.count - 1) * earlier.utf8.count <= Self.valueBytes else { return false }
            result = parts.joined(separator: earlier)
        }
        values[name] = result
        return true
    }

    /// Expands every reference in the string values of a property list. Keys are not changed.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` with the code `buildVariable` for an unknown variable or an unsupported form, `limit` if
    ///   the strings exceed ``PropertyListLimits/contentBytes`` or a value exceeds ``valueBytes``.
    package func expanding(
        _ plist: PropertyListValue, file: String
    ) throws(ManifestError) -> PropertyListValue {
        var problems: [ManifestError] = []
        let result = expanding(plist, file: file, problems: &problems)
        if let first = problems.first { throw first }
        return result
    }

    /// Expands the references in the string values of a property list, and continues after an error.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Parameter problems: receives an error for each value that cannot be expanded and for each limit that is exceeded, as
    ///   ``expanding(_:file:)`` throws it.
    /// - Returns: the list, in which values with errors are as they were.
    package func expanding(
        _ plist: PropertyListValue, file: String, problems: inout [ManifestError]
    ) -> PropertyListValue {
        var budget = PropertyListBudget(file: file)
        var expansion = BuildVariableExpansion(self, file: file)
        var found: [ManifestError] = []
        let result = plist.replacingStrings { text, keyPath in
            // After a limit nothing more is expanded, so that the work is limited too.
            guard found.last?.code != .limit else { return text }
            do throws(ManifestError) {
                let expanded = try expansion.expand(text, at: keyPath)
                try budget.spendContent(expanded.utf8.count)
                return expanded
            } catch {
                found.append(error)
                return text
            }
        }
        problems += found
        return result
    }

    /// The value of a variable with its references expanded.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` as ``expanding(_:file:)``.
    package func value(of name: String, file: String) throws(ManifestError) -> String {
        var expansion = BuildVariableExpansion(self, file: file)
        return try expansion.expand("$(\(name))", at: .root)
    }

    /// Throws when a string value still holds a reference (rule V18).
    package static func refuse(in plist: PropertyListValue, file: String) throws(ManifestError) {
        _ = try plist.mappingStrings { text, keyPath throws(ManifestError) in
            guard let reference = reference(in: text) else { return text }
            throw ManifestError(
                .buildVariable, file: file, keyPath: keyPath.description, found: "\"\(reference)\"",
                expected: "a value in place of the build variable")
        }
    }

    /// The first `$(…)` or `${…}` in a text, or what begins like one; nil if the text has neither.
    private static func reference(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let start = BuildVariableExpansion.reference(in: bytes[...]) else { return nil }
        let end = BuildVariableExpansion.end(ofReferenceIn: bytes[start...]) ?? bytes.endIndex
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}

extension PropertyListValue {
    /// Returns the list with every string value replaced.
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

    /// Returns the list with every string value replaced by a function that cannot fail.
    fileprivate func replacingStrings(
        keyPath: PropertyListPath = .root, _ transform: (String, PropertyListPath) -> String
    ) -> PropertyListValue {
        switch self {
        case .string(let text):
            return .string(transform(text, keyPath))
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    element.replacingStrings(keyPath: .element(index, of: keyPath), transform)
                })
        case .dictionary(let entries):
            var result: [String: PropertyListValue] = [:]
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
                result[key] = entry.replacingStrings(keyPath: .entry(key, of: keyPath), transform)
            }
            return .dictionary(result)
        default:
            return self
        }
    }
}
