/// How deeply trees are nested. The walks stop at the limit, so that they are safe on any tree.
// How deeply trees are nested. The functions stop at their limit, so they are safe for any tree.
extension Predicate {
    /// The number of levels of the tree; at most one more than `limit`.
    package func depth(limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        let inner = limit - 1
        return switch self {
        case .constant, .block: 1
        case .comparison(let comparison):
            1 + max(comparison.left.depth(limit: inner), comparison.right.depth(limit: inner))
        case .and(let parts), .or(let parts): 1 + parts.deepest { $0.depth(limit: inner) }
        case .not(let part): 1 + part.depth(limit: inner)
        }
    }

    /// Whether the tree has more than `levels` levels, and may be too deep for recursive functions.
    package func isDeeper(than levels: Int) -> Bool { depth(limit: levels) > levels }
}

extension Expression {
    /// The number of levels of the tree; at most one more than `limit`.
    package func depth(limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        let inner = limit - 1
        return switch self {
        case .constant(let value): value.depth(limit: limit)
        case .evaluatedObject, .anyKey, .variable: 1
        case .path(let base, let steps):
            1 + max(base.depth(limit: inner), steps.deepest { $0.depth(limit: inner) })
        case .aggregate(let parts), .function(_, let parts), .block(_, let parts):
            1 + parts.deepest { $0.depth(limit: inner) }
        case .call(let target, _, let parts):
            1 + max(target.depth(limit: inner), parts.deepest { $0.depth(limit: inner) })
        case .subquery(let collection, _, let predicate):
            1 + max(collection.depth(limit: inner), predicate.depth(limit: inner))
        case .conditional(let predicate, let one, let other):
            1 + max(predicate.depth(limit: inner), one.depth(limit: inner), other.depth(limit: inner))
        case .cast(let part, _), .assignment(_, let part): 1 + part.depth(limit: inner)
        case .set(_, let one, let other), .fetch(let one, let other, _):
            1 + max(one.depth(limit: inner), other.depth(limit: inner))
        }
    }

    /// Whether the tree has more than `levels` levels.
    package func isDeeper(than levels: Int) -> Bool { depth(limit: levels) > levels }
}

extension PathStep {
    fileprivate func depth(limit: Int) -> Int {
        if case .index(let index) = self { return index.depth(limit: limit) }
        return 0
    }
}

extension PredicateValue {
    /// The number of levels of nested collections, at most one more than `limit`; 1 for a value that is not a
    /// collection.
    package func depth(limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        return switch self {
        case .list(let values), .set(let values): 1 + values.deepest { $0.depth(limit: limit - 1) }
        case .dictionary(let values): 1 + values.values.deepest { $0.depth(limit: limit - 1) }
        default: 1
        }
    }
}

extension Sequence {
    /// The greatest depth of the elements; 0 if there are none.
    fileprivate func deepest(_ depth: (Element) -> Int) -> Int {
        reduce(0) { Swift.max($0, depth($1)) }
    }
}
