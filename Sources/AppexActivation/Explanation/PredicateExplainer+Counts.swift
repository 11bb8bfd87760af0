import AppexPredicates

/// Explanations of conditions on the number of items, attachments or types.
extension PredicateExplainer {
    /// A collection that is counted.
    private struct Counted {
        /// The name of one element.
        let noun: String
        /// Its elements.
        let elements: [PredicateValue]
        /// The place of the parent of the elements; `nil` if the elements are not part of the items.
        let parent: [Int]?
        /// The variable and the condition of a subquery; `nil` if all elements are counted.
        var condition: (variable: String, predicate: Predicate)?

        /// "there are 2 items".
        var total: String {
            elements.count == 1 ? "there is 1 \(noun)" : "there are \(elements.count) \(noun)s"
        }
    }

    /// Explains a comparison of a count; `nil` for any other comparison.
    mutating func explain(
        counting comparison: Comparison, in predicate: Predicate, _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> Finding? {
        guard comparison.modifier == .direct, let bound = Bound(comparison),
            let counted = try counted(comparison.left, context, places)
        else { return nil }
        let holds = try predicate.evaluate(with: share.root, context: context)
        var inner = context
        var matching: [Int] = []
        for (number, element) in counted.elements.enumerated() {
            guard let condition = counted.condition else { break }
            inner.variables[condition.variable] = element
            if try condition.predicate.evaluate(with: share.root, context: inner) { matching.append(number) }
        }
        let limit = try comparison.right.value(with: share.root, context: context)
        let isWhole = comparison.right == comparison.left.countedCollection
        var sentence = counted.total
        if counted.condition != nil {
            sentence = "\(matching.count) of \(counted.elements.count) \(counted.noun)s match"
        }
        sentence += ", " + bound.phrase(limit, isWhole: isWhole)
        _ = note(Finding(holds: holds, sentence: sentence), predicate)

        let missing = counted.elements.indices.first { !matching.contains($0) }
        let decisive: Int? =
            if holds {
                matching.first
            } else if bound.isTooFew(matching.count, limit) {
                missing
            } else {
                // If too many match, no single one is the reason, unless none may match.
                limit == .integer(0) ? matching.first : nil
            }
        guard let decisive, let reason = try explain(decisive, of: counted, context, places) else {
            return Finding(holds: holds, sentence: sentence)
        }
        // A single item, which is the usual case, is not mentioned.
        let isOnlyItem = counted.parent == [] && counted.elements.count == 1
        return Finding(holds: holds, sentence: isOnlyItem ? reason : "\(sentence): \(reason)")
    }

    /// Why one element satisfies the condition or does not.
    private mutating func explain(
        _ number: Int, of counted: Counted, _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> String? {
        guard let condition = counted.condition else { return nil }
        var context = context
        context.variables[condition.variable] = counted.elements[number]
        var places = places
        places[condition.variable] = counted.parent.map { $0 + [number] }
        return try explain(condition.predicate, context, places).sentence
    }

    /// The collection that `SUBQUERY(…).@count` or `….@count` counts; `nil` for any other expression.
    private func counted(
        _ expression: Expression, _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> Counted? {
        switch expression {
        case .path(.subquery(let collection, let variable, let predicate), [.collection("count")]):
            var counted = try elements(of: collection, context, places)
            counted?.condition = (variable, predicate)
            return counted
        case .path(let base, let steps):
            guard steps.count > 1, steps.last == .collection("count") else { return nil }
            return try elements(of: .path(base, steps.dropLast()), context, places)
        default:
            return nil
        }
    }

    private func elements(
        of collection: Expression, _ context: EvaluationContext, _ places: Places
    ) throws(EvaluationError) -> Counted? {
        guard case .list(let elements) = try collection.value(with: share.root, context: context) else { return nil }
        switch collection {
        case .path(.evaluatedObject, [.key("extensionItems")]):
            return Counted(noun: "item", elements: elements, parent: [])
        case .path(.variable(let name), [.key("attachments")]):
            return Counted(noun: "attachment", elements: elements, parent: places[name])
        case .path(.variable(let name), [.key("registeredTypeIdentifiers")]):
            return Counted(noun: "type", elements: elements, parent: places[name])
        default:
            return Counted(noun: "element", elements: elements, parent: nil)
        }
    }
}

/// A bound of a count.
private struct Bound {
    let words: String
    let isUpper: Bool
    private let relation: Comparison.Operator

    init?(_ comparison: Comparison) {
        relation = comparison.operator
        isUpper = relation == .lessThan || relation == .lessThanOrEqual
        switch relation {
        case .lessThan: words = "fewer than"
        case .lessThanOrEqual: words = "at most"
        case .greaterThan: words = "more than"
        case .greaterThanOrEqual: words = "at least"
        case .equal: words = "exactly"
        case .notEqual: words = "any number but"
        case .between: words = "between"
        default: return nil
        }
    }

    /// "at most 2 are accepted".
    func phrase(_ limit: PredicateValue, isWhole: Bool) -> String {
        let verb = isUpper ? "accepted" : "required"
        switch (relation, limit) {
        case (.equal, _) where isWhole: return "all are \(verb)"
        case (.greaterThan, .integer(0)): return "at least 1 is \(verb)"
        case (.between, .list(let bounds)) where bounds.count == 2:
            return "between \(bounds[0]) and \(bounds[1]) are \(verb)"
        case (_, .integer(1)): return "\(words) 1 is \(verb)"
        default: return "\(words) \(limit) are \(verb)"
        }
    }

    /// Whether a count does not satisfy the bound because it is too small.
    func isTooFew(_ count: Int, _ limit: PredicateValue) -> Bool {
        switch (relation, limit) {
        case (.equal, .integer(let number)): count < number
        case (.between, .list(let bounds)): bounds.first.map { Self.isLess(count, $0) } ?? false
        case (.greaterThan, _), (.greaterThanOrEqual, _): true
        default: false
        }
    }

    private static func isLess(_ count: Int, _ limit: PredicateValue) -> Bool {
        if case .integer(let number) = limit { count < number } else { false }
    }
}

extension Expression {
    /// For `SUBQUERY(x, …).@count`, the expression `x.@count`.
    fileprivate var countedCollection: Expression? {
        guard case .path(.subquery(let collection, _, _), [.collection("count")]) = self else { return nil }
        return collection.appending(.collection("count"))
    }
}
