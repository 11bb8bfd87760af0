import AppexPredicates

// A dictionary of which only keys are used need not be converted as a whole.
extension PredicateTree {
    /// Whether the predicate uses the evaluated object itself and not only keys of it.
    var needsWholeObject: Bool {
        switch self {
        case .constant, .block: false
        case .comparison(let comparison): comparison.left.needsWholeObject || comparison.right.needsWholeObject
        case .and(let parts), .or(let parts): parts.contains(where: \.needsWholeObject)
        case .not(let part): part.needsWholeObject
        }
    }
}

extension ExpressionTree {
    /// Whether the expression uses the evaluated object itself and not only keys of it.
    var needsWholeObject: Bool {
        switch self {
        case .constant, .variable: false
        case .evaluatedObject, .anyKey: true
        case .path(let base, let steps):
            (base.needsWholeObject && !(base == .evaluatedObject && steps.first?.isKey == true))
                || steps.contains(where: \.needsWholeObject)
        case .aggregate(let parts), .function(_, let parts), .block(_, let parts):
            parts.contains(where: \.needsWholeObject)
        case .call(let target, _, let parts): target.needsWholeObject || parts.contains(where: \.needsWholeObject)
        case .subquery(let collection, _, let predicate):
            collection.needsWholeObject || predicate.needsWholeObject
        case .conditional(let predicate, let one, let other):
            predicate.needsWholeObject || one.needsWholeObject || other.needsWholeObject
        case .cast(let part, _), .assignment(_, let part): part.needsWholeObject
        case .set(_, let one, let other), .fetch(let one, let other, _):
            one.needsWholeObject || other.needsWholeObject
        }
    }
}

extension PathStep {
    fileprivate var isKey: Bool {
        if case .key = self { return true }
        return false
    }

    fileprivate var needsWholeObject: Bool {
        if case .index(let index) = self { return index.needsWholeObject }
        return false
    }
}
