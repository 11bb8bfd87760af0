/// A rule in dictionary form: the number of accepted attachments of each kind.
///
/// The dictionary is converted to conditions, all of which have to hold. Evaluation, explanation and ``MatchIndex`` use
/// the same conditions, so that their results agree. `Documentation/Activation.md` describes the algorithm.
package struct DictionaryRule: Sendable, Hashable {
    /// A condition that has to hold for the rule to activate.
    enum Condition: Sendable, Hashable {
        /// Never holds: the rule accepts nothing.
        case acceptsSomething
        /// There is an attachment, or a text if that is sufficient.
        case isSomethingThere(textWillDo: Bool)
        /// There are at most this many attachments.
        case attachmentsAtMost(Int64)
        /// There are at least this many attachments.
        case attachmentsAtLeast(Int64)
        /// At most this many attachments are of a kind.
        case atMost(Int64, AttachmentKind)
        /// No attachment is of a refused kind, unless it is also of one of the accepted kinds.
        case noneOf(AttachmentKind, unless: KindSet)
        /// Every attachment is of one of the accepted kinds.
        case everyOf(KindSet)
        /// If there are attachments, at least one is of one of the accepted kinds.
        case someOf(KindSet)
    }

    /// The conditions, in the order in which they are checked.
    let conditions: [Condition]

    /// Creates a rule from the counts of a dictionary.
    ///
    /// - Parameter counts: the counts by key, none of which is negative. A missing key differs from one with the value
    ///   0.
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
            // In strict mode, the last condition refuses everything that is not accepted.
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
