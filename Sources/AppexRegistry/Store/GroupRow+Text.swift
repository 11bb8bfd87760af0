import AppexModel

/// Groups as they are stored: one on each line, an identifier, or an identifier and a container with a space between them.
extension GroupRow {
    /// The text of a list.
    static func text(_ groups: [GroupRow]) -> String {
        groups.map { "\($0.identifier) \($0.container)" }.joined(separator: "\n")
    }

    /// Reads a list; nil if the text is not one.
    static func list(_ text: String) -> [GroupRow]? {
        let lines = text.parts(at: "\n")
        let rows = lines.compactMap { line -> GroupRow? in
            let parts = line.parts(at: " ", keepsEmpty: true).map(String.init)
            guard parts.count == 2, FileNameRule.isValid(parts[1]) else { return nil }
            return GroupIdentifier(rawValue: parts[0]).map { GroupRow(identifier: $0, container: parts[1]) }
        }
        return rows.count == lines.count ? rows : nil
    }
}

extension GroupIdentifier {
    /// The text of a list.
    static func text(_ groups: [GroupIdentifier]) -> String { groups.map(\.rawValue).joined(separator: "\n") }

    /// Reads a list; nil if the text is not one.
    static func list(_ text: String) -> [GroupIdentifier]? {
        let lines = text.parts(at: "\n")
        let groups = lines.compactMap { GroupIdentifier(rawValue: String($0)) }
        return groups.count == lines.count ? groups : nil
    }
}
