/// The text form of type declarations, one a line: the system's own table, and the file that holds a device's.
///
///     identifier | parents | extensions | MIME types | description | origin | version | reference
///
/// Entries of a list are separated by spaces. Identifiers and parents are in lower case. Fields at the end may be
/// missing; an empty line and one that begins with `#` say nothing. Behind the parents, a `%` and two hexadecimal
/// digits stand for a byte that would otherwise mean something here.
package enum TypeList {
    /// The text that says what `exported` and `imported` say. Declarations whose identifier cannot be one are left out.
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

    /// Whether a name can be that of a type. Apple allows letters, digits, "-" and "."; apps use more, and what has no
    /// meaning in a line does no harm.
    private static func isIdentifier(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= TypeGraph.maximumLength
            && name.utf8.allSatisfy { !needsEscape(Unicode.Scalar($0)) }
    }

    private static func append(word: String, to text: inout String) {
        if !word.isEmpty, word.utf8.count <= TypeGraph.maximumLength { text += " " + escaped(word) }
    }

    /// Spaces within a phrase are kept, those around it escaped.
    private static func append(phrase: String, to text: inout String) {
        let words = phrase.split(separator: " ", omittingEmptySubsequences: false).map { escaped(String($0)) }
        text +=
            words.count > 1 && (words.first == "" || words.last == "")
            ? words.joined(separator: "%20") : words.joined(separator: " ")
    }

    /// `text` with what separates lines, fields and words in it replaced.
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
