/// A rule in dictionary form: how many attachments of which kinds are accepted.
///
/// Reading turns the dictionary into conditions, of which each has to hold. Evaluation, explanation
/// and ``MatchIndex`` start from the same conditions, so they cannot disagree about the algorithm;
/// `Documentation/Activation.md` describes it.
package struct DictionaryRule: Sendable, Hashable {
    /// Something that has to hold for the rule to activate.
    package enum Condition: Sendable, Hashable {
        /// There are at most so many attachments.
        case attachmentsAtMost(Int64)
        /// There are at least so many attachments.
        case attachmentsAtLeast(Int64)
        /// At most so many attachments are of a kind.
        case atMost(Int64, AttachmentKind)
        /// No attachment is of a kind that is refused, unless it is of one of some others too.
        case noneOf(AttachmentKind, unless: KindSet)
        /// Every attachment is of one of the accepted kinds.
        case everyOf(KindSet)
        /// At least one attachment is of one of the accepted kinds.
        case anyOf(KindSet)
    }

    /// What has to hold, in the order in which it is checked.
    package let conditions: [Condition]
    /// The kinds that are accepted. A rule that accepts nothing never activates.
    package let accepted: KindSet

    /// Takes the counts that a dictionary states.
    ///
    /// - Parameter counts: by key; a key that is absent is not the same as one with the value 0.
    init(counts: [String: Int64]) {
        let version = counts[Self.versionKey] ?? 0
        var builder = ConditionBuilder(
            counts: counts, isStrict: version < 2 || (counts[Self.strictKey] ?? 0) != 0)
        if let limit = counts[Self.maximumKey] { builder.conditions.append(.attachmentsAtMost(limit)) }
        if let limit = counts[Self.minimumKey] { builder.conditions.append(.attachmentsAtLeast(limit)) }
        for kind in AttachmentKind.roots { builder.visit(kind, acceptedParent: []) }
        accepted = builder.accepted
        conditions = builder.conditions + [builder.isStrict ? .everyOf(accepted) : .anyOf(accepted)]
    }

    static let versionKey = "NSExtensionActivationDictionaryVersion"
    static let strictKey = "NSExtensionActivationUsesStrictMatching"
    static let maximumKey = "NSExtensionActivationSupportsAttachmentsWithMaxCount"
    static let minimumKey = "NSExtensionActivationSupportsAttachmentsWithMinCount"

    /// Every key that has an effect.
    static let keys =
        [versionKey, strictKey, maximumKey, minimumKey] + AttachmentKind.allCases.map(\.key)
    /// The keys whose value should be a boolean; the other ones count.
    static let switches = [strictKey, AttachmentKind.text.key]
}

/// Walks the tree of kinds and collects what has to hold.
private struct ConditionBuilder {
    let counts: [String: Int64]
    /// Whether every attachment has to be accepted (version 1, or strict matching), not just one.
    let isStrict: Bool
    var conditions: [DictionaryRule.Condition] = []
    var accepted: KindSet = []

    /// Visits a kind and those that are part of it.
    ///
    /// - Parameter acceptedParent: the kind of which this one is a part when that is accepted, else empty.
    /// - Returns: the kinds that are accepted at or below this one.
    @discardableResult
    mutating func visit(_ kind: AttachmentKind, acceptedParent: KindSet) -> KindSet {
        let count = counts[kind.key]
        if let count, count >= 1 {
            conditions.append(.atMost(count, kind))
            accepted.insert(KindSet(kind))
            return visitChildren(of: kind, acceptedParent: KindSet(kind)).union(KindSet(kind))
        }
        if count == nil, !isStrict || !acceptedParent.isEmpty {
            return visitChildren(of: kind, acceptedParent: acceptedParent)
        }
        let below = visitChildren(of: kind, acceptedParent: [])
        // In strict mode, what is not accepted is refused by the last condition.
        if !isStrict { conditions.append(.noneOf(kind, unless: below.union(acceptedParent))) }
        return below
    }

    private mutating func visitChildren(of kind: AttachmentKind, acceptedParent: KindSet) -> KindSet {
        var result: KindSet = []
        for child in kind.children { result.formUnion(visit(child, acceptedParent: acceptedParent)) }
        return result
    }
}
