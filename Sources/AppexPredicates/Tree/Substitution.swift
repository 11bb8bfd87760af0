extension Predicate {
    /// The predicate with variables replaced by values: Apple's `withSubstitutionVariables(_:)`.
    ///
    /// Variables that are not given remain, and so do those that a nested subquery declares.
    ///
    /// - Parameter variables: the values by name, without the dollar sign.
    package func withSubstitutionVariables(_ variables: [String: PredicateValue]) -> Predicate {
        switch self {
        case .constant, .block: return self
        case .comparison(var comparison):
            comparison.left = comparison.left.withSubstitutionVariables(variables)
            comparison.right = comparison.right.withSubstitutionVariables(variables)
            return .comparison(comparison)
        case .and(let parts): return .and(parts.map { $0.withSubstitutionVariables(variables) })
        case .or(let parts): return .or(parts.map { $0.withSubstitutionVariables(variables) })
        case .not(let part): return .not(part.withSubstitutionVariables(variables))
        }
    }
}

extension Expression {
    /// The expression with variables replaced by values; see ``Predicate/withSubstitutionVariables(_:)``.
    package func withSubstitutionVariables(_ variables: [String: PredicateValue]) -> Expression {
        func replaced(_ part: Expression) -> Expression { part.withSubstitutionVariables(variables) }
        return switch self {
        case .constant, .evaluatedObject, .anyKey: self
        case .variable(let name): variables[name].map(Expression.constant) ?? self
        case .path(let base, let steps):
            .path(
                replaced(base),
                steps.map { if case .index(let index) = $0 { .index(replaced(index)) } else { $0 } })
        case .aggregate(let parts): .aggregate(parts.map(replaced))
        case .function(let name, let parts): .function(name, parts.map(replaced))
        case .call(let target, let selector, let parts): .call(replaced(target), selector, parts.map(replaced))
        case .subquery(let collection, let name, let predicate):
            .subquery(
                replaced(collection), name,
                predicate.withSubstitutionVariables(variables.filter { $0.key != name }))
        case .conditional(let predicate, let one, let other):
            .conditional(predicate.withSubstitutionVariables(variables), replaced(one), replaced(other))
        case .cast(let part, let type): .cast(replaced(part), type)
        case .set(let operation, let one, let other): .set(operation, replaced(one), replaced(other))
        case .assignment(let name, let part): .assignment(name, replaced(part))
        case .fetch(let request, let context, let countOnly):
            .fetch(replaced(request), replaced(context), countOnly: countOnly)
        case .block(let block, let parts): .block(block, parts.map(replaced))
        }
    }
}
