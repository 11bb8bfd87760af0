/// Changes of the value of a build setting, as `$(NAME:modifier)` asks for them.
enum SettingText {
    /// The value after the modifiers, from left to right. Unknown modifiers change nothing.
    ///
    /// - Parameter modifiers: the texts between the colons.
    static func applying(_ modifiers: [Substring], to value: String) -> String {
        modifiers.reduce(value) { applying($1, to: $0) }
    }

    private static func applying(_ modifier: Substring, to value: String) -> String {
        if modifier.hasPrefix("default=") { return value.isEmpty ? String(modifier.dropFirst(8)) : value }
        switch modifier {
        case "rfc1034identifier": return rfc1034Identifier(value)
        case "c99extidentifier", "identifier": return identifier(value)
        case "lower": return value.lowercased()
        case "upper": return value.uppercased()
        case "base":
            let name = lastComponent(value)
            return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        case "file": return lastComponent(value)
        case "dir": return value.lastIndex(of: "/").map { String(value[..<$0]) } ?? ""
        case "suffix":
            let name = lastComponent(value)
            return name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        default: return value
        }
    }

    /// The text with every character that a label of a domain name cannot contain replaced with a hyphen.
    static func rfc1034Identifier(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" })
    }

    /// The text as an identifier of C and Swift, in which every other character is an underscore.
    static func identifier(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if result.isEmpty, scalar.properties.isXIDContinue, !scalar.properties.isXIDStart, scalar != "_" {
                result = "_"
            }
            result.unicodeScalars.append(scalar == "_" || scalar.properties.isXIDContinue ? scalar : "_")
        }
        return result
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}
