import OpenUniformTypeIdentifiers

extension DictionaryRule {
    /// Whether every condition holds.
    func activates(for items: [ItemTypes], types: TypeGraph) -> Bool {
        let attachments = items.flatMap(\.attachments).map { KindSet(of: $0, types: types) }
        guard !accepted.isEmpty else { return false }
        if attachments.isEmpty {
            // A text is no attachment, but it can be all that there is.
            guard accepted.contains(KindSet(.text)), items.contains(where: \.hasText) else { return false }
            return conditions.allSatisfy { $0.isAboutTotal ? $0.holds(for: []) : true }
        }
        return conditions.allSatisfy { $0.holds(for: attachments) }
    }
}

extension DictionaryRule.Condition {
    /// Whether it is about the number of attachments, of whatever kind.
    var isAboutTotal: Bool {
        switch self {
        case .attachmentsAtMost, .attachmentsAtLeast: true
        default: false
        }
    }

    /// Whether it holds for attachments of these kinds.
    func holds(for attachments: [KindSet]) -> Bool {
        switch self {
        case .attachmentsAtMost(let limit): attachments.count <= limit
        case .attachmentsAtLeast(let limit): attachments.count >= limit
        case .atMost(let limit, let kind): attachments.count { $0.contains(KindSet(kind)) } <= limit
        case .noneOf(let kind, let others):
            attachments.allSatisfy { !$0.contains(KindSet(kind)) || !$0.isDisjoint(with: others) }
        case .everyOf(let kinds): attachments.allSatisfy { !$0.isDisjoint(with: kinds) }
        case .anyOf(let kinds): attachments.contains { !$0.isDisjoint(with: kinds) }
        }
    }
}
