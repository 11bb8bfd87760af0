/// The text form of type declarations, one a line: the system's own table, and the file that holds a device's.
///
///     identifier | parents | extensions | MIME types | description | origin | version | reference
///
/// Entries of a list are separated by spaces. Fields at the end may be missing; an empty line and one that begins with
/// `#` say nothing. A `%` and two hexadecimal digits stand for a byte that would otherwise mean something here.
package enum TypeList {
    /// One line: a declaration and whose it is.
    package typealias Entry = (origin: TypeDeclaration.Origin, declaration: TypeDeclaration)

    /// Reads declarations. Total: a line that is not one is passed over.
    ///
    /// - Parameters:
    ///   - text: the lines
    ///   - origin: whose the declarations are where the line does not say
    package static func entries(of text: String, origin: TypeDeclaration.Origin) -> [Entry] {
        var entries: [Entry] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
            let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            guard let identifier = words(fields[0]).first else { continue }
            var declaration = TypeDeclaration(identifier: identifier)
            var lineOrigin = origin
            for (position, field) in fields.enumerated().dropFirst() {
                switch position {
                case 1: declaration.parents = words(field)
                case 2: declaration.setTags(words(field), of: .filenameExtension)
                case 3: declaration.setTags(words(field), of: .mimeType)
                case 4: declaration.description = phrase(field)
                case 5: lineOrigin = words(field).first.flatMap(TypeDeclaration.Origin.init) ?? origin
                case 6: declaration.version = words(field).first.flatMap { Int($0) }
                case 7: declaration.referenceURL = words(field).first
                default: break
                }
            }
            entries.append((lineOrigin, declaration))
        }
        return entries
    }

    /// The text from which ``entries(of:origin:)`` reads the same declarations.
    package static func text(of entries: [Entry]) -> String {
        var text = ""
        for (origin, declaration) in entries {
            let fields = [
                escaped(declaration.identifier),
                list(declaration.parents),
                list(declaration.tags[UTTagClass.filenameExtension.rawValue] ?? []),
                list(declaration.tags[UTTagClass.mimeType.rawValue] ?? []),
                escaped(declaration.description ?? ""),
                origin.rawValue,
                declaration.version.map(String.init) ?? "",
                escaped(declaration.referenceURL ?? ""),
            ]
            text += fields.joined(separator: " | ") + "\n"
        }
        return text
    }

    private static func list(_ words: [String]) -> String {
        words.map(escaped).joined(separator: " ")
    }

    /// `text` with what separates lines, fields and words in it replaced.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{20}", "|", "%", "#", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func words(_ field: Substring.UTF8View) -> [String] {
        field.split(separator: UInt8(ascii: " ")).map(unescaped)
    }

    private static func phrase(_ field: Substring.UTF8View) -> String? {
        let words = words(field)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static func unescaped(_ word: Substring.UTF8View) -> String {
        guard word.contains(UInt8(ascii: "%")) else { return String(Substring(word)) }
        var bytes: [UInt8] = []
        var rest = word[...]
        while let byte = rest.popFirst() {
            let digits = Substring(rest.prefix(2))
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TypeDeclaration {
    fileprivate mutating func setTags(_ tags: [String], of tagClass: UTTagClass) {
        if !tags.isEmpty { self.tags[tagClass.rawValue] = tags }
    }
}
