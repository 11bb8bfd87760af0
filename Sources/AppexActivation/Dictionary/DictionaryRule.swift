/// A rule in dictionary form: how many attachments of which kinds are accepted.
///
/// Reading turns the dictionary into conditions, of which each has to hold. Evaluation, explanation
/// and ``MatchIndex`` start from the same conditions, so they cannot disagree about the algorithm;
/// `Documentation/Activation.md` describes it.
package struct DictionaryRule: Sendable, Hashable {
    /// Something that has to hold for the rule to activate.
    enum Condition: Sendable, Hashable {
        /// Never holds: the rule accepts nothing.
        case acceptsSomething
        /// There is an attachment, or else a text where that is accepted.
        case isSomethingThere(textWillDo: Bool)
        /// There are at most so many attachments.
        case attachmentsAtMost(Int64)
        /// There are at least so many attachments.
        case attachmentsAtLeast(Int64)
        /// At most so many attachments are of a kind.
        case atMost(Int64, AttachmentKind)
        /// No attachment is of a kind that is refused, unless it is of one of the accepted kinds too.
        case noneOf(AttachmentKind, unless: KindSet)
        /// Every attachment is of one of the accepted kinds.
        case everyOf(KindSet)
        /// If there are attachments, at least one is of one of the accepted kinds.
        case someOf(KindSet)
    }

    /// What has to hold, in the order in which it is checked.
    let conditions: [Condition]

    /// Takes the counts that a dictionary states.
    ///
    /// - Parameter counts: by key, none negative; a key that is absent is not the same as one with the value 0.
    init(counts: [String: Int64]) {
        let accepted = KindSet(AttachmentKind.allCases.filter { counts[$0.key] ?? 0 > 0 })
        guard !accepted.isEmpty else {
            conditions = [.acceptsSomething]
            return
        }
        var conditions = [Condition.isSomethingThere(textWillDo: accepted.contains(KindSet(.text)))]
        if let limit = counts[Self.maximumKey] { conditions.append(.attachmentsAtMost(limit)) }
        if let limit = counts[Self.minimumKey] { conditions.append(.attachmentsAtLeast(limit)) }
        let isStrict = counts[Self.versionKey] ?? 0 < 2 || counts[Self.strictKey] ?? 0 != 0
        for kind in AttachmentKind.allCases {
            switch counts[kind.key] {
            case nil: break
            // In strict mode, what is not accepted is refused by the last condition.
            case 0: if !isStrict { conditions.append(.noneOf(kind, unless: accepted)) }
            case .some(let limit): conditions.append(.atMost(limit, kind))
            }
        }
        self.conditions = conditions + [isStrict ? .everyOf(accepted) : .someOf(accepted)]
    }
}

extension DictionaryRule {
    static let versionKey = "NSExtensionActivationDictionaryVersion"
    static let strictKey = "NSExtensionActivationUsesStrictMatching"
    static let maximumKey = "NSExtensionActivationSupportsAttachmentsWithMaxCount"
    static let minimumKey = "NSExtensionActivationSupportsAttachmentsWithMinCount"

    /// Every key that has an effect.
    static let keys = [versionKey, strictKey, maximumKey, minimumKey] + AttachmentKind.allCases.map(\.key)
    /// The keys whose value should be a boolean; the other ones count.
    static let switches = [strictKey, AttachmentKind.text.key]
}
