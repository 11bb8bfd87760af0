extension RuleProgramBuilder {
    /// The node of a rule in dictionary form.
    mutating func number(of rule: DictionaryRule) -> Int32 {
        guard !rule.accepted.isEmpty else { return number(of: .constant(false), at: .share) }
        let isThereOne = number(of: .compare(.constant(1), .lessOrEqual, .allAttachments), at: .share)
        let conditions = rule.conditions.map { number(of: $0) }
        let byAttachments = conjunction([isThereOne] + conditions, at: .share)
        guard rule.accepted.contains(KindSet(.text)) else { return byAttachments }
        let bareText = [
            number(of: .hasText, at: .share),
            number(of: .compare(.allAttachments, .lessOrEqual, .constant(0)), at: .share),
        ]
        let aboutTotal = zip(rule.conditions, conditions).filter { $0.0.isAboutTotal }.map(\.1)
        return disjunction([byAttachments, conjunction(bareText + aboutTotal, at: .share)], at: .share)
    }

    private mutating func number(of condition: DictionaryRule.Condition) -> Int32 {
        switch condition {
        case .attachmentsAtMost(let limit):
            return number(of: .compare(.allAttachments, .lessOrEqual, .limit(limit)), at: .share)
        case .attachmentsAtLeast(let limit):
            return number(of: .compare(.limit(limit), .lessOrEqual, .allAttachments), at: .share)
        case .atMost(let limit, let kind):
            let counted = RuleCount.attachments(attachments(of: KindSet(kind)))
            return number(of: .compare(counted, .lessOrEqual, .limit(limit)), at: .share)
        case .noneOf(let kind, let others):
            let spared = number(of: .not(attachments(of: others)), at: .attachments)
            return none(conjunction([attachments(of: KindSet(kind)), spared], at: .attachments))
        case .everyOf(let kinds):
            return none(number(of: .not(attachments(of: kinds)), at: .attachments))
        case .anyOf(let kinds):
            let counted = RuleCount.attachments(attachments(of: kinds))
            return number(of: .compare(.constant(1), .lessOrEqual, counted), at: .share)
        }
    }

    /// The node that holds when no attachment answers yes to another.
    private mutating func none(_ attachments: Int32) -> Int32 {
        number(of: .compare(.attachments(attachments), .lessOrEqual, .constant(0)), at: .share)
    }

    /// The node of the attachments that are of one of some kinds.
    private mutating func attachments(of kinds: KindSet) -> Int32 {
        var ways: [Int32] = []
        for membership in kinds.kinds.flatMap(\.memberships) {
            let wanted = someTypeConforms(to: membership.type)
            let unwanted = membership.except.map { someTypeConforms(to: $0) }
            guard !unwanted.isEmpty else {
                ways.append(wanted)
                continue
            }
            let none = number(of: .not(disjunction(unwanted, at: .attachments)), at: .attachments)
            ways.append(conjunction([wanted, none], at: .attachments))
        }
        return disjunction(ways, at: .attachments)
    }

    private mutating func someTypeConforms(to type: String) -> Int32 {
        let conforming = number(of: .conforms(number(ofType: type)), at: .types)
        return number(of: .exists(conforming), at: .attachments)
    }
}
