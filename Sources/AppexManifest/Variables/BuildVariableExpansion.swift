/// Expands references to build variables in texts, and keeps the expanded values.
///
/// Each variable is expanded at most once, so the work is limited by the number of variables and the sizes of their values.
struct BuildVariableExpansion {
    private let variables: BuildVariables
    private let file: String
    private var expanded: [String: [UInt8]] = [:]
    /// The variables whose values are being expanded, the outermost one first.
    private var open: [String] = []
    private var keyPath = PropertyListPath.root

    /// - Parameter file: the name of the file in errors.
    init(_ variables: BuildVariables, file: String) {
        self.variables = variables
        self.file = file
    }

    /// Expands the references in a text.
    ///
    /// - Parameter keyPath: the place of the text in the file, for errors.
    /// - Throws: ``ManifestError`` as ``BuildVariables/expanding(_:file:)``.
    mutating func expand(_ text: String, at keyPath: PropertyListPath) throws(ManifestError) -> String {
        let bytes = Array(text.utf8)
        guard Self.reference(in: bytes[...]) != nil else { return text }
        self.keyPath = keyPath
        open = []
        let result = try expand(bytes[...], depth: 0, limit: PropertyListLimits.contentBytes)
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func expand(
        _ text: ArraySlice<UInt8>, depth: Int, limit: Int = BuildVariables.valueBytes
    ) throws(ManifestError) -> [UInt8] {
        guard depth <= BuildVariables.depth else {
            throw error(
                .limit, found: "references nested more than \(BuildVariables.depth) deep",
                expected: "at most \(BuildVariables.depth) levels")
        }
        var result: [UInt8] = []
        var rest = text
        while let start = Self.reference(in: rest) {
            result += rest[rest.startIndex..<start]
            guard let end = Self.end(ofReferenceIn: rest[start...]) else { throw unsupported(rest[start...]) }
            result += try value(ofReference: rest[start..<end], depth: depth)
            guard result.count <= limit else { throw tooLong(limit) }
            rest = rest[end...]
        }
        result += rest
        guard result.count <= limit else { throw tooLong(limit) }
        return result
    }

    /// The value of a whole reference, with its brackets.
    private mutating func value(
        ofReference reference: ArraySlice<UInt8>, depth: Int
    ) throws(ManifestError) -> [UInt8] {
        let parts = Self.parts(of: reference.dropFirst(2).dropLast())
        let name = String(decoding: try expand(parts[0], depth: depth + 1), as: UTF8.self)
        guard BuildVariables.isName(name) else { throw unsupported(reference) }
        let modifiers = parts.dropFirst()
        let hasDefault = modifiers.contains { $0.starts(with: "default=".utf8) }
        var value = try value(of: name, isOptional: hasDefault, depth: depth + 1)
        for modifier in modifiers {
            let pieces = modifier.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let argument = pieces.count > 1 ? try expand(pieces[1], depth: depth + 1) : nil
            let word = String(decoding: pieces[0], as: UTF8.self)
            guard let known = BuildVariableModifier(word, argument: argument) else {
                throw error(
                    .buildVariable, found: "the unknown modifier \(word) in \"\(Self.text(reference))\"",
                    expected: "one of \(BuildVariableModifier.names.joined(separator: ", "))")
            }
            value = known.applied(to: value)
            guard value.count <= BuildVariables.valueBytes else { throw tooLong(BuildVariables.valueBytes) }
        }
        return value
    }

    /// The expanded value of a variable.
    private mutating func value(
        of name: String, isOptional: Bool, depth: Int
    ) throws(ManifestError) -> [UInt8] {
        if let known = expanded[name] { return known }
        guard !open.contains(name) else {
            throw error(
                .buildVariable, found: "the variable \(name), whose value refers to itself",
                expected: "a value without a circular reference")
        }
        guard let value = variables.values[name] else {
            guard isOptional else { throw unknown(name) }
            return []
        }
        open.append(name)
        let result = try expand(Array(value.utf8)[...], depth: depth)
        open.removeLast()
        expanded[name] = result
        return result
    }

    private func error(_ code: ManifestError.Code, found: String, expected: String) -> ManifestError {
        ManifestError(code, file: file, keyPath: keyPath.description, found: found, expected: expected)
    }

    private func unknown(_ name: String) -> ManifestError {
        let names = variables.values.keys.sorted()
        let expected =
            if variables.acceptsSettings {
                "a variable with a value; define it with --setting \(ManifestError.printable(name, limit: 80))=VALUE"
            } else if names.isEmpty {
                "no variable"
            } else {
                "one of \(names.joined(separator: ", "))"
            }
        return error(.buildVariable, found: "the unknown variable \(name)", expected: expected)
    }

    private func unsupported(_ reference: ArraySlice<UInt8>) -> ManifestError {
        error(
            .buildVariable, found: "\"\(Self.text(reference))\"",
            expected: "$(NAME) or ${NAME}, with or without modifiers")
    }

    private func tooLong(_ limit: Int) -> ManifestError {
        error(.limit, found: "more than \(limit) bytes after expansion", expected: "at most \(limit) bytes")
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(ManifestError.foundBytes), as: UTF8.self)
    }
}

extension BuildVariableExpansion {
    /// The index of the first `$(` or `${` in a text; nil if it has neither.
    static func reference(in text: ArraySlice<UInt8>) -> Int? {
        var index = text.startIndex
        while index + 1 < text.endIndex {
            if text[index] == UInt8(ascii: "$"), closing(text[index + 1]) != nil { return index }
            index += 1
        }
        return nil
    }

    /// The index after the bracket that closes the reference with which a text begins; nil if it is not closed.
    static func end(ofReferenceIn text: ArraySlice<UInt8>) -> Int? {
        var brackets: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "$"), index + 1 < text.endIndex, let bracket = closing(text[index + 1]) {
                brackets.append(bracket)
                index += 2
                continue
            }
            if byte == brackets.last {
                brackets.removeLast()
                if brackets.isEmpty { return index + 1 }
            }
            index += 1
        }
        return nil
    }

    /// The name and the modifiers of a reference, which colons separate outside of inner references.
    private static func parts(of content: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = content.startIndex
        var index = content.startIndex
        while index < content.endIndex {
            if content[index] == UInt8(ascii: "$"), index + 1 < content.endIndex, closing(content[index + 1]) != nil {
                index = end(ofReferenceIn: content[index...]) ?? content.endIndex
                continue
            }
            if content[index] == UInt8(ascii: ":") {
                parts.append(content[start..<index])
                start = index + 1
            }
            index += 1
        }
        return parts + [content[start...]]
    }

    private static func closing(_ opening: UInt8) -> UInt8? {
        switch opening {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        default: nil
        }
    }
}
