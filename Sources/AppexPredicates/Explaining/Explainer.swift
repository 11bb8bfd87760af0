/// Finds the part that decides a predicate.
struct Explainer {
    private var evaluator: Evaluator
    /// The decisions that may still be made.
    private var remaining = DecisionLimits.decisions

    init(_ evaluator: Evaluator) {
        self.evaluator = evaluator
    }

    mutating func decision(of predicate: Predicate) throws(EvaluationError) -> Decision {
        remaining -= 1
        switch predicate {
        case .and(let parts): return try decision(of: predicate, parts, decidedBy: false)
        case .or(let parts): return try decision(of: predicate, parts, decidedBy: true)
        case .not(let part):
            let inner = try decision(of: part)
            return Decision(expression: predicate.excerpt(DecisionLimits.text), holds: !inner.holds, parts: [inner])
        case .comparison(let comparison): return try decision(of: comparison, in: predicate)
        case .constant, .block:
            return Decision(expression: predicate.excerpt(DecisionLimits.text), holds: try evaluator.holds(predicate))
        }
    }

    /// For a compound predicate: the first part whose value decides it, or otherwise all parts.
    private mutating func decision(
        of compound: Predicate, _ parts: [Predicate], decidedBy deciding: Bool
    ) throws(EvaluationError) -> Decision {
        // Assignments change variables, so a second evaluation starts with the original ones.
        let start = evaluator.variables
        for part in parts {
            let before = evaluator.variables
            guard try evaluator.holds(part) == deciding else { continue }
            evaluator.variables = before
            return try decision(of: part)
        }
        evaluator.variables = start
        var decisions: [Decision] = []
        for part in parts where remaining > 0 { decisions.append(try decision(of: part)) }
        if parts.count == 1, let only = decisions.first { return only }
        return Decision(expression: compound.excerpt(DecisionLimits.text), holds: !deciding, parts: decisions)
    }

    private mutating func decision(
        of comparison: Comparison, in predicate: Predicate
    ) throws(EvaluationError) -> Decision {
        let before = evaluator.variables
        // Evaluated as a predicate, so that an error contains its text.
        var result = Decision(expression: predicate.excerpt(DecisionLimits.text), holds: try evaluator.holds(predicate))
        let after = evaluator.variables
        defer { evaluator.variables = after }
        evaluator.variables = before
        result.left = try side(comparison.left)
        result.right = try side(comparison.right)
        evaluator.variables = before
        for (collection, name, inner) in comparison.left.subqueries + comparison.right.subqueries where remaining > 0 {
            result.subqueries.append(try explain(collection, name, inner))
        }
        return result
    }

    private mutating func side(_ expression: Expression) throws(EvaluationError) -> Decision.Side {
        Decision.Side(expression: expression.excerpt(DecisionLimits.text), value: try evaluator.value(of: expression))
    }

    private mutating func explain(
        _ collection: Expression, _ name: String, _ predicate: Predicate
    ) throws(EvaluationError) -> Decision.Subquery {
        let elements = try evaluator.elements(of: try evaluator.value(of: collection), for: "SUBQUERY")
        let outer = evaluator.variables[name]
        defer { evaluator.variables[name] = outer }
        var matching: [Int] = []
        var decisions: [Decision] = []
        for (number, element) in elements.enumerated() {
            evaluator.variables[name] = element
            if number < DecisionLimits.elements, remaining > 0 {
                let decision = try decision(of: predicate)
                decisions.append(decision)
                if decision.holds { matching.append(number) }
            } else if try evaluator.holds(predicate) {
                matching.append(number)
            }
        }
        return Decision.Subquery(
            collection: collection.excerpt(DecisionLimits.text), variable: name, count: elements.count,
            matching: matching,
            elements: decisions)
    }
}

extension Expression {
    /// The outermost subqueries of the expression.
    fileprivate var subqueries: [(collection: Expression, name: String, predicate: Predicate)] {
        switch self {
        case .subquery(let collection, let name, let predicate): [(collection, name, predicate)]
        case .path(let base, _): base.subqueries
        case .function(_, let parts), .aggregate(let parts): parts.flatMap(\.subqueries)
        case .set(_, let one, let other): one.subqueries + other.subqueries
        case .cast(let part, _), .assignment(_, let part): part.subqueries
        default: []
        }
    }
}
