/// Texts from projects as they are shown, so that a name cannot control the terminal or hide what follows it.
package enum VisibleText {
    /// The maximum length in characters of Unicode.
    private static let maximum = 1_200

    /// A text whose control and formatting characters are escaped, and whose end is cut if it is too long.
    package static func of(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(maximum) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
