/// The text form of type declarations, one per line: the format of the system's own table and of the file that contains
/// a device's types.
///
///     identifier | parents | extensions | MIME types | description | origin | version | reference
///
/// Entries of a list are separated by spaces. Identifiers and parents are in lower case. Trailing fields may be
/// omitted; empty lines and lines that start with `#` are ignored. After the parents, `%` and two hexadecimal digits
/// encode a byte that would otherwise be a separator.
package enum TypeList {
    /// Encodes declarations. Those with a malformed identifier are left out.
    package static func text(exported: [TypeDeclaration], imported: [TypeDeclaration]) -> String {
        var text = ""
        for (origin, declarations) in [(TypeDeclaration.Origin.exported, exported), (.imported, imported)] {
            for declaration in declarations where isIdentifier(declaration.identifier) {
                append(declaration, origin, to: &text)
            }
        }
        return text
    }

    /// Reads one line.
    static func declaration(from reader: inout TypeLineReader) -> TypeDeclaration {
        var declaration = TypeDeclaration(identifier: reader.word() ?? "")
        declaration.parents = reader.words()
        declaration.filenameExtensions = reader.words()
        declaration.mimeTypes = reader.words()
        declaration.description = reader.phrase()
        reader.skipField()
        declaration.version = reader.word().flatMap { Int($0) }
        declaration.referenceURL = reader.word()
        return declaration
    }

    private static func append(_ declaration: TypeDeclaration, _ origin: TypeDeclaration.Origin, to text: inout String)
    {
        text += declaration.identifier.lowercasedASCII
        text += " |"
        for parent in declaration.parents where isIdentifier(parent) { text += " " + parent.lowercasedASCII }
        text += " |"
        for tag in declaration.filenameExtensions { append(word: tag, to: &text) }
        text += " |"
        for tag in declaration.mimeTypes { append(word: tag, to: &text) }
        text += " | "
        append(phrase: declaration.description ?? "", to: &text)
        text += " | \(origin.rawValue)"
        guard declaration.version != nil || declaration.referenceURL != nil else { return text += "\n" }
        text += " | " + (declaration.version.map(String.init) ?? "") + " |"
        append(word: declaration.referenceURL ?? "", to: &text)
        text += "\n"
    }

    /// Whether a name is acceptable as an identifier. Apple allows letters, digits, "-" and "."; apps use other
    /// characters too, which are accepted unless they have a meaning in a line.
    private static func isIdentifier(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= TypeGraph.maximumLength
            && name.utf8.allSatisfy { !needsEscape(Unicode.Scalar($0)) }
    }

    /// Spaces within a phrase are kept; leading and trailing ones are escaped.
    private static func append(word: String, to text: inout String) {
        if !word.isEmpty, word.utf8.count <= TypeGraph.maximumLength { text += " " + escaped(word) }
    }

    /// Spaces within a phrase are kept, those around it escaped.
    private static func append(phrase: String, to text: inout String) {
        let words = phrase.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            escaped(String(Substring($0)))
        }
        text +=
            words.count > 1 && (words.first == "" || words.last == "")
            ? words.joined(separator: "%20") : words.joined(separator: " ")
    }

    /// `text` with separators of lines, fields and words escaped.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { needsEscape(Unicode.Scalar($0)) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if needsEscape(scalar) {
                result += (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{0}"..."\u{20}", "|", "%", "#", "\u{7F}": true
        default: false
        }
    }
}
