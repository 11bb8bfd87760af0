/// Texts in files that programs read.
///
/// Escapes are for scalars. A quotation mark with a combining mark is another character for the functions of the standard library,
/// but still a quotation mark for a compiler.
extension String {
    /// The text with other texts in place of some scalars.
    ///
    /// - Parameter replacement: returns `nil` for a scalar that stays.
    package func escapingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let text = replacement(scalar) { result += text.unicodeScalars } else { result.append(scalar) }
        }
        return String(result)
    }

    /// The text as a string literal of Swift, on one line.
    package var swiftLiteral: String {
        let escaped = escapingScalars { scalar in
            switch (scalar, scalar.properties.generalCategory) {
            case ("\"", _), ("\\", _): "\\\(scalar)"
            case ("\n", _): "\\n"
            case (_, .control), (_, .lineSeparator), (_, .paragraphSeparator):
                "\\u{\(String(scalar.value, radix: 16))}"
            default: nil
            }
        }
        return "\"\(escaped)\""
    }

    /// The text as one word of a shell, in single quotation marks.
    package var shellWord: String { "'\(escapingScalars { $0 == "'" ? #"'\''"# : nil })'" }
}
