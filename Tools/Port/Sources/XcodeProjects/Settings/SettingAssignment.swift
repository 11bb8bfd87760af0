package import AppexModel

/// One line of a build configuration: a setting, the conditions under which it applies, and its value before expansion.
package struct SettingAssignment: Sendable, Hashable {
    /// The name of the setting without its conditions.
    package var name: String
    /// The conditions, such as `sdk` with the pattern `iphoneos*`.
    package var conditions: [BuildSettingCondition]
    /// The value with its references.
    package var value: String

    /// Reads a name as a project or an xcconfig file contains it, such as `OTHER_LDFLAGS[sdk=iphoneos*][arch=arm64]`.
    ///
    /// - Returns: nil if the text is not the name of a setting.
    package init?(key: some StringProtocol, value: String) {
        let parts = key.split(separator: "[", omittingEmptySubsequences: false)
        let name = parts.first.map { Self.trimmed($0) } ?? ""
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        var conditions: [BuildSettingCondition] = []
        for part in parts.dropFirst() {
            let text = Self.trimmed(part)
            guard text.hasSuffix("]") else { return nil }
            for condition in text.dropLast().split(separator: ",") {
                guard let equals = condition.firstIndex(of: "=") else { return nil }
                conditions.append(
                    BuildSettingCondition(
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
        conditions.allSatisfy { $0.holds(in: configuration) }
    }

    /// The text without white space at its ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}
