import AppexModel
import OpenUniformTypeIdentifiers

extension DictionaryRule {
    /// Explains why the rule activates for some items, or does not.
    func explanation(for items: [ItemTypes], types: TypeGraph) -> (
        reason: String, clauses: [ActivationExplanation.Clause]
    ) {
        let shared = SharedKinds(items, types: types)
        let names = AttachmentNames(items)
        let clauses = conditions.map { condition in
            ActivationExplanation.Clause(
                clause: condition.name, holds: condition.holds(for: shared),
                detail: condition.finding(in: shared, names: names))
        }
        if let failed = clauses.firstIndex(where: { !$0.holds }) {
            let key = conditions[failed].key.map { " (\($0))" } ?? ""
            return (clauses[failed].detail + key, clauses)
        }
        guard !shared.attachments.isEmpty else { return (clauses[0].detail, clauses) }
        let counts = conditions.compactMap { condition in
            if case .atMost(let limit, let kind) = condition, shared.count(of: kind) > 0 {
                "\(kind.counted(shared.count(of: kind))), at most \(limit)"
            } else {
                nil
            }
        }
        return ("\(clauses.last?.detail ?? "it is accepted"): \(counts.joined(separator: "; "))", clauses)
    }
}

extension DictionaryRule.Condition {
    /// The key of the condition; `nil` if it follows from several keys.
    fileprivate var key: String? {
        switch self {
        case .attachmentsAtMost: DictionaryRule.maximumKey
        case .attachmentsAtLeast: DictionaryRule.minimumKey
        case .atMost(_, let kind), .noneOf(let kind, _): kind.key
        case .acceptsSomething, .isSomethingThere, .everyOf, .someOf: nil
        }
    }

    /// The name of the condition: its key and value, if it has a key.
    fileprivate var name: String {
        switch self {
        case .acceptsSomething: "the rule accepts something"
        case .isSomethingThere(let textWillDo):
            textWillDo ? "there is an attachment or a text" : "there is an attachment"
        case .attachmentsAtMost(let limit): "\(DictionaryRule.maximumKey) = \(limit)"
        case .attachmentsAtLeast(let limit): "\(DictionaryRule.minimumKey) = \(limit)"
        case .atMost(let limit, let kind): "\(kind.key) = \(limit)"
        case .noneOf(let kind, _): "\(kind.key) = 0"
        case .everyOf: "every attachment is accepted"
        case .someOf: "an attachment is accepted"
        }
    }

    /// What was found and what was expected.
    fileprivate func finding(in shared: SharedKinds, names: AttachmentNames) -> String {
        let total = shared.attachments.count
        switch self {
        case .acceptsSomething:
            return "the rule accepts nothing: none of its keys is one that counts attachments and is 1 or more"
        case .isSomethingThere(let textWillDo):
            guard total == 0 else { return "there \(Self.attachments(total))" }
            let text = textWillDo ? "texts are accepted" : "texts are not accepted"
            return shared.hasText
                ? "there is a text and no attachment, and \(text)"
                : "there is no attachment"
        case .attachmentsAtMost(let limit):
            return
                "there \(Self.attachments(total)), at most \(limit) \(Self.verb(limit)) accepted"
        case .attachmentsAtLeast(let limit):
            return
                "there \(Self.attachments(total)), at least \(limit) \(Self.verb(limit)) required"
        case .atMost(let limit, let kind):
            return
                "\(kind.claimed(shared.count(of: kind))), at most \(limit) \(Self.verb(limit)) accepted"
        case .noneOf(let kind, let others):
            let refused = shared.attachments.firstIndex { Self.isRefused($0, kind, others) }
            guard let refused else { return "no attachment is refused as \(kind.noun)" }
            return "\(names[refused]) is \(kind.noun), and \(kind.plural) are refused"
        case .everyOf(let kinds):
            let stranger = shared.attachments.firstIndex { $0.isDisjoint(with: kinds) }
            guard let stranger else { return "every attachment is accepted" }
            return "\(names[stranger]) is \(shared.attachments[stranger].described(joinedBy: "and")), "
                + "but every attachment has to be \(kinds.described(joinedBy: "or"))"
        case .someOf(let kinds):
            let welcome = shared.attachments.firstIndex { !$0.isDisjoint(with: kinds) }
            return welcome.map { "\(names[$0]) is accepted, and one is enough" }
                ?? "no attachment is \(kinds.described(joinedBy: "or"))"
        }
    }

    private static func attachments(_ count: Int) -> String {
        count == 1 ? "is 1 attachment" : "are \(count) attachments"
    }

    private static func verb(_ count: Int64) -> String {
        count == 1 ? "is" : "are"
    }
}

extension AttachmentKind {
    /// One of them, with its article.
    var noun: String {
        switch self {
        case .file: "a file"
        case .image: "an image"
        case .movie: "a movie"
        case .text: "a text"
        case .webURL: "a web URL"
        case .webPage: "a web page"
        }
    }

    /// Several of them.
    var plural: String {
        (noun.parts(at: " ", atMost: 1).last.map(String.init) ?? noun) + "s"
    }

    /// "2 images".
    fileprivate func counted(_ count: Int) -> String {
        count == 1 ? "1 \(plural.dropLast())" : "\(count) \(plural)"
    }

    /// "2 attachments are images".
    fileprivate func claimed(_ count: Int) -> String {
        switch count {
        case 0: "no attachment is \(noun)"
        case 1: "1 attachment is \(noun)"
        default: "\(count) attachments are \(plural)"
        }
    }
}

extension KindSet {
    /// "an image or a movie".
    fileprivate func described(joinedBy word: String) -> String {
        isEmpty ? "of no kind that rule dictionaries know" : kinds.map(\.noun).joined(separator: " \(word) ")
    }
}
