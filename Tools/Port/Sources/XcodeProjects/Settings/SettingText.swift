import AppexModel

/// Changes of the value of a build setting, as `$(NAME:modifier)` asks for them.
enum SettingText {
    /// The value after the modifiers, from left to right. Unknown modifiers change nothing, as in Xcode.
    ///
    /// - Parameter modifiers: the texts between the colons.
    static func applying(_ modifiers: [Substring], to value: String) -> String {
        let result = modifiers.reduce(Array(value.utf8)) { value, modifier in
            let parts = modifier.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let argument = parts.count > 1 ? Array(parts[1].utf8) : nil
            return BuildVariableModifier(String(parts[0]), argument: argument)?.applied(to: value) ?? value
        }
        return String(decoding: result, as: UTF8.self)
    }
}
