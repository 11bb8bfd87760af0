extension RuleProgramBuilder {
    /// The node of a rule in dictionary form.
    mutating func number(of rule: DictionaryRule) -> Int32 {
        let conditions = rule.conditions.map { condition in
            if let number = conditionNumbers[condition] { return number }
            let number = number(of: condition)
            conditionNumbers[condition] = number
            return number
        }
        return all(conditions, at: .share)
    }

    private mutating func number(of condition: DictionaryRule.Condition) -> Int32 {
        switch condition {
        case .acceptsSomething:
            return number(of: RuleNode(.never), at: .share)
        case .isSomethingThere(let textWillDo):
            let attachment = compare(.constant(1), .lessOrEqual, .allAttachments, at: .share)
            return textWillDo ? any([attachment, number(of: RuleNode(.hasText), at: .share)], at: .share) : attachment
        case .attachmentsAtMost(let limit):
            return compare(.allAttachments, .lessOrEqual, .limit(limit), at: .share)
        case .attachmentsAtLeast(let limit):
            return compare(.limit(limit), .lessOrEqual, .allAttachments, at: .share)
        case .atMost(let limit, let kind):
            let counted = RuleCount.attachments(attachments(of: KindSet(kind)))
            return compare(counted, .lessOrEqual, .limit(limit), at: .share)
        case .noneOf(let kind, let others):
            let spared = not(attachments(of: others), at: .attachments)
            return none(all([attachments(of: KindSet(kind)), spared], at: .attachments))
        case .everyOf(let kinds):
            return number(of: RuleNode(.every, .attachments(attachments(of: kinds))), at: .share)
        case .someOf(let kinds):
            let some = RuleCount.attachments(attachments(of: kinds))
            let none = compare(.allAttachments, .lessOrEqual, .constant(0), at: .share)
            return any([none, compare(.constant(1), .lessOrEqual, some, at: .share)], at: .share)
        }
    }

    /// The node that holds if another one holds for no attachment.
    private mutating func none(_ attachments: Int32) -> Int32 {
        compare(.attachments(attachments), .lessOrEqual, .constant(0), at: .share)
    }

    /// The node of the attachments that are of one of some kinds.
    private mutating func attachments(of kinds: KindSet) -> Int32 {
        var ways: [Int32] = []
        for membership in kinds.kinds.flatMap(\.memberships) {
            let wanted = someTypeConforms(to: membership.type)
            let unwanted = membership.except.map { someTypeConforms(to: $0) }
            let none = not(any(unwanted, at: .attachments), at: .attachments)
            ways.append(unwanted.isEmpty ? wanted : all([wanted, none], at: .attachments))
        }
        return any(ways, at: .attachments)
    }

    private mutating func someTypeConforms(to type: String) -> Int32 {
        let conforming = number(of: RuleNode(.conforms, of: number(ofType: type)), at: .types)
        return number(of: RuleNode(.exists, .children(conforming)), at: .attachments)
    }
}
