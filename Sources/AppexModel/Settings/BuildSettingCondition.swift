/// A condition after the name of a build setting, as in `NAME[sdk=iphoneos*]`.
package struct BuildSettingCondition: Sendable, Hashable {
    /// What is compared: `sdk`, `arch`, `config` or `variant`.
    package let subject: String
    /// A pattern with `*` and `?`.
    package let pattern: String

    /// Creates a condition.
    package init(subject: String, pattern: String) {
        self.subject = subject
        self.pattern = pattern
    }

    /// Whether the condition holds for a build for a device with iOS.
    ///
    /// - Parameter configuration: the name of the build configuration.
    package func holds(in configuration: String) -> Bool {
        switch subject {
        case "sdk": Self.matches(pattern, "iphoneos")
        case "arch": Self.matches(pattern, "arm64")
        case "config": Self.matches(pattern, configuration)
        case "variant": Self.matches(pattern, "normal")
        default: false
        }
    }

    /// Whether a text matches a pattern with `*` and `?`. The time is proportional to the product of both lengths.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        var inPattern = 0
        var inText = 0
        var star: (pattern: Int, text: Int)?
        while inText < text.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                star = (inPattern, inText)
                inPattern += 1
            } else if inPattern < pattern.count, pattern[inPattern] == "?" || pattern[inPattern] == text[inText] {
                inPattern += 1
                inText += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                inPattern = last.pattern + 1
                inText = last.text + 1
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
