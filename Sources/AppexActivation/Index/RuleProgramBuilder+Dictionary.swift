extension RuleProgramBuilder {
    /// The node of a rule in dictionary form.
    mutating func number(of rule: DictionaryRule) -> Int32 {
        conjunction(rule.conditions.map { number(of: $0) }, at: .share)
    }

    private mutating func number(of condition: DictionaryRule.Condition) -> Int32 {
        switch condition {
        case .acceptsSomething:
            return number(of: .constant(false), at: .share)
        case .isSomethingThere(let textWillDo):
            let attachment = number(of: .compare(.constant(1), .lessOrEqual, .allAttachments), at: .share)
            return textWillDo ? disjunction([attachment, number(of: .hasText, at: .share)], at: .share) : attachment
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
        case .someOf(let kinds):
            let some = RuleCount.attachments(attachments(of: kinds))
            let none = number(of: .compare(.allAttachments, .lessOrEqual, .constant(0)), at: .share)
            return disjunction([none, number(of: .compare(.constant(1), .lessOrEqual, some), at: .share)], at: .share)
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
            let none = number(of: .not(disjunction(unwanted, at: .attachments)), at: .attachments)
            ways.append(unwanted.isEmpty ? wanted : conjunction([wanted, none], at: .attachments))
        }
        return disjunction(ways, at: .attachments)
    }

    private mutating func someTypeConforms(to type: String) -> Int32 {
        let conforming = number(of: .conforms(number(ofType: type)), at: .types)
        return number(of: .exists(conforming), at: .attachments)
    }
}
