import OpenUniformTypeIdentifiers

/// The properties of items on which dictionary rules depend.
struct SharedKinds {
    /// The kinds of each attachment of all items.
    let attachments: [KindSet]
    /// Whether some item has a text.
    let hasText: Bool

    /// Determines the properties of some items.
    init(_ items: [ItemTypes], types: TypeGraph) {
        attachments = items.flatMap(\.attachments).map { KindSet(of: $0, types: types) }
        hasText = items.contains(where: \.hasText)
    }

    /// The number of attachments of a kind.
    func count(of kind: AttachmentKind) -> Int {
        attachments.count { $0.contains(KindSet(kind)) }
    }
}

extension DictionaryRule {
    /// Whether every condition holds.
    func activates(for items: [ItemTypes], types: TypeGraph) -> Bool {
        let shared = SharedKinds(items, types: types)
        return conditions.allSatisfy { $0.holds(for: shared) }
    }
}

extension DictionaryRule.Condition {
    /// Whether it holds.
    func holds(for shared: SharedKinds) -> Bool {
        let attachments = shared.attachments
        switch self {
        case .acceptsSomething: return false
        case .isSomethingThere(let textWillDo): return !attachments.isEmpty || textWillDo && shared.hasText
        case .attachmentsAtMost(let limit): return attachments.count <= limit
        case .attachmentsAtLeast(let limit): return attachments.count >= limit
        case .atMost(let limit, let kind): return shared.count(of: kind) <= limit
        case .noneOf(let kind, let others): return attachments.allSatisfy { !Self.isRefused($0, kind, others) }
        case .everyOf(let kinds): return attachments.allSatisfy { !$0.isDisjoint(with: kinds) }
        case .someOf(let kinds): return attachments.isEmpty || attachments.contains { !$0.isDisjoint(with: kinds) }
        }
    }

    /// Whether an attachment is of a refused kind and of none of the kinds that are accepted.
    static func isRefused(_ attachment: KindSet, _ kind: AttachmentKind, _ others: KindSet) -> Bool {
        attachment.contains(KindSet(kind)) && attachment.isDisjoint(with: others)
    }
}
