import AppexPredicates

/// Expressions that are put in for variables.
struct VariableSubstitution {
    private var values: [String: ExpressionTree]

    /// - Parameter values: what is put in, by the variables' names without the dollar sign.
    init(_ values: [String: ExpressionTree]) {
        self.values = values
    }

    /// The predicate with the expressions put in. Blocks get the variables that they are evaluated with.
    func applied(to predicate: PredicateTree) -> PredicateTree {
        switch predicate {
        case .constant, .block: return predicate
        case .comparison(var comparison):
            comparison.left = applied(to: comparison.left)
            comparison.right = applied(to: comparison.right)
            return .comparison(comparison)
        case .and(let parts): return .and(parts.map(applied))
        case .or(let parts): return .or(parts.map(applied))
        case .not(let part): return .not(applied(to: part))
        }
    }

    /// The expression with the expressions put in. What assigns to a variable keeps its name.
    func applied(to expression: ExpressionTree) -> ExpressionTree {
        switch expression {
        case .constant, .evaluatedObject, .anyKey: expression
        case .variable(let name): values[name] ?? expression
        case .path(let base, let steps): path(from: applied(to: base), steps.map(applied))
        case .aggregate(let parts): .aggregate(parts.map(applied))
        case .function(let name, let parts): .function(name, parts.map(applied))
        case .call(let target, let name, let parts): .call(applied(to: target), name, parts.map(applied))
        case .subquery(let collection, let name, let predicate):
            .subquery(applied(to: collection), name, hiding(name).applied(to: predicate))
        case .conditional(let predicate, let one, let other):
            .conditional(applied(to: predicate), applied(to: one), applied(to: other))
        case .cast(let part, let type): .cast(applied(to: part), type)
        case .set(let operation, let one, let other): .set(operation, applied(to: one), applied(to: other))
        case .assignment(let name, let part): .assignment(name, applied(to: part))
        case .fetch(let request, let context, let countOnly):
            .fetch(applied(to: request), applied(to: context), countOnly: countOnly)
        case .block(let block, let parts): .block(block, parts.map(applied))
        }
    }

    private func applied(to step: PathStep) -> PathStep {
        if case .index(let index) = step { return .index(applied(to: index)) }
        return step
    }

    /// A path whose base is none itself, as the parser makes them.
    private func path(from base: ExpressionTree, _ steps: [PathStep]) -> ExpressionTree {
        if case .path(let base, let first) = base { return .path(base, first + steps) }
        return .path(base, steps)
    }

    /// A subquery's variable is its own inside of it.
    private func hiding(_ name: String) -> VariableSubstitution {
        var inner = self
        inner.values[name] = nil
        return inner
    }
}
