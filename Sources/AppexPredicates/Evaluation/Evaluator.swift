/// One evaluation: walks the tree and counts the steps.
struct Evaluator {
    let context: EvaluationContext
    /// The value of `SELF`, also inside a subquery.
    let object: PredicateValue
    /// The variables of the context and of enclosing subqueries, and those that were assigned.
    var variables: [String: PredicateValue]
    /// The steps that remain.
    private(set) var steps: Int

    init(_ object: PredicateValue, _ context: EvaluationContext) {
        self.context = context
        self.object = object
        variables = context.variables
        steps = context.limits.steps
    }

    /// Counts steps before they are taken.
    ///
    /// - Throws: ``EvaluationError/Code/limit`` if too few remain.
    mutating func spend(_ count: Int = 1) throws(EvaluationError) {
        steps -= count
        guard steps >= 0 else {
            throw EvaluationError(.limit, "evaluating takes more than \(context.limits.steps) steps")
        }
    }

    /// Counts the steps for reading some bytes.
    mutating func spend(bytes: Int) throws(EvaluationError) {
        try spend(1 + bytes / 64)
    }

    /// Counts the steps for hashing values, before they are hashed.
    ///
    /// It also bounds the depth: by assignments a predicate can create a value that is small in memory, because its
    /// parts are shared, but takes forever to walk.
    mutating func spend(lookingAt values: some Sequence<PredicateValue>, depth: Int = 0) throws(EvaluationError) {
        guard depth < 2 * PredicateLimits.depth else {
            throw EvaluationError(.limit, "a value has more than \(2 * PredicateLimits.depth) levels")
        }
        for value in values {
            switch value {
            case .string(let text): try spend(bytes: text.utf8.count)
            case .data(let bytes): try spend(bytes: bytes.count)
            case .list(let inner), .set(let inner):
                try spend(4)
                try spend(lookingAt: inner, depth: depth + 1)
            case .dictionary(let inner):
                try spend(4)
                try spend(lookingAt: inner.values, depth: depth + 1)
            default: try spend(4)
            }
        }
    }

    // MARK: - Predicates

    mutating func holds(_ predicate: Predicate) throws(EvaluationError) -> Bool {
        try spend()
        switch predicate {
        case .constant(let value): return value
        case .comparison(let comparison): return try holds(comparison)
        case .and(let parts):
            for part in parts where try !holds(part) { return false }
            return true
        case .or(let parts):
            for part in parts where try holds(part) { return true }
            return false
        case .not(let part): return try !holds(part)
        case .block(let block): return try block.body(object, variables)
        }
    }

    private mutating func holds(_ comparison: Comparison) throws(EvaluationError) -> Bool {
        do throws(EvaluationError) {
            let left = try value(of: comparison.left)
            let right = try value(of: comparison.right)
            return try compare(left, comparison, right)
        } catch {
            throw error.inside(comparison)
        }
    }

    // MARK: - Expressions

    mutating func value(of expression: Expression) throws(EvaluationError) -> PredicateValue {
        try spend()
        switch expression {
        case .constant(let value): return value
        case .evaluatedObject: return object
        case .variable(let name):
            guard let value = variables[name] else {
                throw EvaluationError(.undefinedVariable, "the variable $\(name) has no value")
            }
            return value
        case .path(let base, let steps): return try value(at: steps[...], of: try value(of: base))
        case .aggregate(let parts): return .list(try values(of: parts))
        case .function(let name, let parts): return try value(of: name, with: try values(of: parts))
        case .call(let target, let selector, let parts):
            return try call(selector, of: try value(of: target), with: try values(of: parts))
        case .subquery(let collection, let name, let predicate):
            return .list(try elements(of: collection, for: name, where: predicate))
        case .conditional(let predicate, let one, let other): return try value(of: try holds(predicate) ? one : other)
        case .cast(let part, let type): return try cast(try value(of: part), to: type)
        case .set(let operation, let one, let other):
            return try combine(try value(of: one), operation, try value(of: other))
        case .assignment(let name, let part):
            let value = try value(of: part)
            try spend(lookingAt: CollectionOfOne(value))
            variables[name] = value
            return value
        case .block(let block, let parts): return try block.body(object, try values(of: parts), variables)
        case .anyKey:
            throw EvaluationError(.unsupported, "ANYKEY is only supported in a search index")
        case .fetch:
            throw EvaluationError(.unsupported, "FETCH is only supported in a database")
        }
    }

    private mutating func values(of expressions: [Expression]) throws(EvaluationError) -> [PredicateValue] {
        var values: [PredicateValue] = []
        values.reserveCapacity(expressions.count)
        for expression in expressions { values.append(try value(of: expression)) }
        return values
    }

    /// The elements for which the predicate of a subquery holds.
    private mutating func elements(
        of collection: Expression, for name: String, where predicate: Predicate
    ) throws(EvaluationError) -> [PredicateValue] {
        let elements = try elements(of: try value(of: collection), for: "SUBQUERY")
        let outer = variables[name]
        defer { variables[name] = outer }
        var matching: [PredicateValue] = []
        for element in elements {
            try spend()
            variables[name] = element
            if try holds(predicate) { matching.append(element) }
        }
        return matching
    }

    // MARK: - Collections

    /// The elements of a list or set, or a dictionary's values in the order of their keys; empty for `nil`.
    ///
    /// - Parameter operation: names the operation in the error.
    mutating func elements(
        of value: PredicateValue, for operation: String
    ) throws(EvaluationError) -> [PredicateValue] {
        // `elements` sorts the keys.
        if case .dictionary(let values) = value { try spend(16 * values.count) }
        guard let elements = value.elements else {
            throw EvaluationError(.notACollection, "\(operation) needs a collection, not \(value.kindName)")
        }
        return elements
    }

    /// Combines two collections into a set.
    private mutating func combine(
        _ one: PredicateValue, _ operation: Expression.SetOperator, _ other: PredicateValue
    ) throws(EvaluationError) -> PredicateValue {
        let left = try elements(of: one, for: operation.word)
        let right = try elements(of: other, for: operation.word)
        try spend(lookingAt: left)
        try spend(lookingAt: right)
        switch operation {
        case .union: return .set((left + right).distinct)
        case .intersect, .minus:
            let keys = Set(right.map { MembershipKey($0) })
            let isWanted = operation == .intersect
            return .set(left.distinct.filter { keys.contains(MembershipKey($0)) == isWanted })
        }
    }
}

extension PredicateValue {
    /// The elements of a collection, in a stable order; `nil` if the value is not a collection.
    var elements: [PredicateValue]? {
        switch self {
        case .null: []
        case .list(let values), .set(let values): values
        case .dictionary(let values): values.sorted { $0.key < $1.key }.map(\.value)
        default: nil
        }
    }
}

extension EvaluationError {
    /// The error, with the text of the innermost comparison that failed.
    fileprivate func inside(_ comparison: Comparison) -> EvaluationError {
        guard clause == nil else { return self }
        var error = self
        error.clause = Predicate.comparison(comparison).excerpt(DecisionLimits.text)
        return error
    }
}
