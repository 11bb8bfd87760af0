import AppexModel
import AppexPredicates

/// Follows a predicate down to the smallest part that decides its result, and describes each step.
///
/// Counts of items and attachments and the type operators, of which most rules consist, have specific descriptions. For
/// other comparisons, the values of both sides are shown.
struct PredicateExplainer {
    /// Whether a part holds, and why.
    struct Finding {
        let holds: Bool
        let sentence: String
    }

    /// The elements to which variables refer, by name: the numbers of an item, an attachment and a type.
    typealias Places = [String: [Int]]

    /// The steps so far, from the whole rule downwards.
    private(set) var clauses: [ActivationExplanation.Clause] = []

    let share: PredicateShare
    private let names: AttachmentNames

    /// The maximum number of steps of an explanation.
    private static let clauseLimit = 30
    private static let excerptLength = 300
    /// The maximum number of elements of a list in one sentence.
    static let listLimit = 4

    init(_ share: PredicateShare, names: AttachmentNames) {
        self.share = share
        self.names = names
    }

    /// Explains why a part of the rule holds, or does not.
    ///
    /// - Parameter context: the context with the values of the variables in `places`.
    mutating func explain(
        _ predicate: Predicate, _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> Finding {
        guard clauses.count < Self.clauseLimit else {
            return Finding(holds: try predicate.evaluate(with: share.root, context: context), sentence: "and so on")
        }
        switch predicate {
        case .and(let parts): return try explain(parts, decidedBy: false, context, places)
        case .or(let parts):
            if let finding = try noneOfTypes(parts, context, places) { return note(finding, predicate) }
            return try explain(parts, decidedBy: true, context, places)
        case .not(let part):
            let inner = try explain(part, context, places)
            let verdict = inner.holds ? "which the rule excludes" : "as the rule asks"
            return note(Finding(holds: !inner.holds, sentence: "\(inner.sentence), \(verdict)"), predicate)
        case .constant(let value):
            let sentence = "\(predicate) \(value ? "always" : "never") activates"
            return note(Finding(holds: value, sentence: sentence), predicate)
        case .comparison(let comparison):
            if let finding = try explain(counting: comparison, in: predicate, context, places) { return finding }
            if let finding = try explain(types: comparison, in: predicate, context, places) {
                return note(finding, predicate)
            }
            return note(try explain(sidesOf: predicate, context), predicate)
        case .block:
            return note(try explain(sidesOf: predicate, context), predicate)
        }
    }

    /// Adds a step to the explanation.
    mutating func note(_ finding: Finding, _ predicate: Predicate) -> Finding {
        clauses.append(
            ActivationExplanation.Clause(
                clause: predicate.excerpt(Self.excerptLength), holds: finding.holds, detail: finding.sentence))
        return finding
    }

    /// The name of the element at a place.
    func name(at place: [Int]) -> String { names.name(at: place) }

    // MARK: - Compounds

    /// Explains a compound. One part decides an "and" that fails or an "or" that holds; otherwise all of them do.
    private mutating func explain(
        _ parts: [Predicate], decidedBy deciding: Bool, _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> Finding {
        for part in parts where try part.evaluate(with: share.root, context: context) == deciding {
            return try explain(part, context, places)
        }
        var sentences: [String] = []
        for part in parts.prefix(Self.listLimit) { sentences.append(try explain(part, context, places).sentence) }
        if parts.count > Self.listLimit { sentences.append("and so on") }
        let alternatives = deciding && parts.count > 1 ? "no alternative holds: " : ""
        return Finding(holds: !deciding, sentence: alternatives + sentences.joined(separator: "; "))
    }

    /// Describes a failed "or" of types of one attachment, which is the most common condition, in one sentence.
    private func noneOfTypes(
        _ parts: [Predicate], _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> Finding? {
        var subject: Expression?
        var types: [String] = []
        for part in parts {
            guard case .comparison(let comparison) = part, comparison.operator == .typeConformsTo,
                comparison.modifier == .any || comparison.modifier == .direct,
                case .constant(.string(let type)) = comparison.right, subject == nil || subject == comparison.left,
                try !part.evaluate(with: share.root, context: context)
            else { return nil }
            subject = comparison.left
            types.append(type)
        }
        guard let subject, types.count > 1, let place = place(of: subject, places) else { return nil }
        let shown = types.prefix(2 * Self.listLimit).joined(separator: ", ")
        let more = types.count > 2 * Self.listLimit ? ", …" : ""
        return Finding(holds: false, sentence: "\(name(at: place)) conforms to none of \(shown)\(more)")
    }

    // MARK: - Comparisons

    /// Explains `ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "x"` and similar comparisons.
    private func explain(
        types comparison: Comparison, in predicate: Predicate, _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> Finding? {
        guard comparison.operator == .typeConformsTo || comparison.operator == .typeEquals,
            case .constant(.string(let type)) = comparison.right, let place = place(of: comparison.left, places)
        else { return nil }
        let holds = try predicate.evaluate(with: share.root, context: context)
        let conforms = comparison.operator == .typeConformsTo ? "conforms to" : "is"
        let fails = comparison.operator == .typeConformsTo ? "does not conform to" : "is not"
        let verb =
            switch comparison.modifier {
            case .direct, .any: holds ? conforms : fails
            case .none: holds ? fails : conforms
            case .all: holds ? "in every type \(conforms)" : "in some type \(fails)"
            }
        return Finding(holds: holds, sentence: "\(name(at: place)) \(verb) \(type)")
    }

    /// Explains any other comparison by its text and the values of both sides.
    private func explain(sidesOf predicate: Predicate, _ context: EvaluationContext) throws(EvaluationError) -> Finding
    {
        let decision = try predicate.decisiveClause(with: share.root, context: context)
        let sides = [decision.left, decision.right].compactMap { side in
            side.flatMap {
                let value = ManifestError.printable($0.value.description, limit: 80)
                return value == $0.expression ? nil : "\($0.expression) is \(value)"
            }
        }
        let values = sides.isEmpty ? "" : ": " + sides.joined(separator: ", ")
        return Finding(
            holds: decision.holds, sentence: "\(decision.expression) is \(decision.holds ? "true" : "false")\(values)")
    }

    /// The element to which an expression, or its types, refer.
    private func place(of expression: Expression, _ places: Places) -> [Int]? {
        switch expression {
        case .variable(let name): places[name]
        case .path(.variable(let name), [.key("registeredTypeIdentifiers")]): places[name]
        default: nil
        }
    }
}
