import AppexPredicates

extension PredicateRule {
    /// The types with which the predicate compares those of attachments.
    var namedTypes: Set<String> {
        var found: Set<String> = []
        predicate.addTypes(to: &found)
        return found
    }
}

// The parser bounds the depth of the tree by ``PredicateLimits``.
extension Predicate {
    fileprivate func addTypes(to found: inout Set<String>) {
        switch self {
        case .constant, .block: break
        case .comparison(let comparison):
            if comparison.operator == .typeConformsTo || comparison.operator == .typeEquals {
                for side in [comparison.left, comparison.right] {
                    if case .constant(.string(let type)) = side { found.insert(type) }
                }
            }
            comparison.left.addTypes(to: &found)
            comparison.right.addTypes(to: &found)
        case .and(let parts), .or(let parts): for part in parts { part.addTypes(to: &found) }
        case .not(let part): part.addTypes(to: &found)
        }
    }
}

extension Expression {
    fileprivate func addTypes(to found: inout Set<String>) {
        switch self {
        case .path(let base, _): base.addTypes(to: &found)
        case .aggregate(let parts), .function(_, let parts): for part in parts { part.addTypes(to: &found) }
        case .subquery(let collection, _, let predicate):
            collection.addTypes(to: &found)
            predicate.addTypes(to: &found)
        case .conditional(let predicate, let one, let other):
            predicate.addTypes(to: &found)
            one.addTypes(to: &found)
            other.addTypes(to: &found)
        default: break
        }
    }
}
