/// One line of a build configuration: a setting, the conditions under which it applies, and its value before expansion.
package struct SettingAssignment: Sendable, Hashable {
    /// The name of the setting without its conditions.
    package var name: String
    /// The conditions, such as `sdk` with the pattern `iphoneos*`.
    package var conditions: [Condition]
    /// The value with its references.
    package var value: String

    /// A condition between brackets after the name of a setting.
    package struct Condition: Sendable, Hashable {
        /// What is compared: `sdk`, `arch`, `config` or `variant`.
        package var subject: String
        /// A pattern with `*` and `?`.
        package var pattern: String
    }

    /// Reads a name as a project or an xcconfig file contains it, such as `OTHER_LDFLAGS[sdk=iphoneos*][arch=arm64]`.
    ///
    /// - Returns: nil if the text is not the name of a setting.
    package init?(key: some StringProtocol, value: String) {
        let parts = key.split(separator: "[", omittingEmptySubsequences: false)
        let name = parts.first.map { Self.trimmed($0) } ?? ""
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        var conditions: [Condition] = []
        for part in parts.dropFirst() {
            let text = Self.trimmed(part)
            guard text.hasSuffix("]") else { return nil }
            for condition in text.dropLast().split(separator: ",") {
                guard let equals = condition.firstIndex(of: "=") else { return nil }
                conditions.append(
                    Condition(
                        subject: Self.trimmed(condition[..<equals]),
                        pattern: Self.trimmed(condition[condition.index(after: equals)...])))
            }
        }
        self.name = name
        self.conditions = conditions
        self.value = value
    }

    /// Whether a name may contain a character.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        default: false
        }
    }

    /// Whether all conditions hold for a build for a device with iOS.
    ///
    /// - Parameter configuration: the name of the build configuration.
    func applies(in configuration: String) -> Bool {
        conditions.allSatisfy { condition in
            switch condition.subject {
            case "sdk": Self.matches(condition.pattern, "iphoneos")
            case "arch": Self.matches(condition.pattern, "arm64")
            case "config": Self.matches(condition.pattern, configuration)
            case "variant": Self.matches(condition.pattern, "normal")
            default: false
            }
        }
    }

    /// Whether a text matches a pattern with `*` and `?`. The time is proportional to the product of both lengths.
    static func matches(_ pattern: String, _ text: String) -> Bool {
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

    /// The text without white space at its ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}
