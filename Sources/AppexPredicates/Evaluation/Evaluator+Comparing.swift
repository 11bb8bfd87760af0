/// The operators; Documentation/Predicates.md has the table.
extension Evaluator {
    mutating func compare(
        _ left: PredicateValue, _ comparison: Comparison, _ right: PredicateValue
    ) throws(EvaluationError) -> Bool {
        let strings = StringRules(comparison.options, context)
        guard comparison.modifier != .direct else {
            return try compare(left, comparison.operator, right, strings)
        }
        var elements = [left]
        if !context.treatsSingleValueAsCollection || left.elements != nil {
            elements = try self.elements(of: left, for: comparison.modifier.word ?? "")
        }
        let wanted = comparison.modifier != .all
        for element in elements {
            try spend()
            if try compare(element, comparison.operator, right, strings) == wanted {
                return comparison.modifier == .any
            }
        }
        return comparison.modifier != .any
    }

    private mutating func compare(
        _ left: PredicateValue, _ operation: Comparison.Operator, _ right: PredicateValue, _ strings: StringRules
    ) throws(EvaluationError) -> Bool {
        switch operation {
        case .equal: return try isEqual(left, right, strings)
        case .notEqual: return try !isEqual(left, right, strings)
        case .lessThan: return try order(left, "<", right, strings) == .ascending
        case .greaterThan: return try order(left, ">", right, strings) == .descending
        case .lessThanOrEqual: return try order(left, "<=", right, strings).map { $0 != .descending } ?? false
        case .greaterThanOrEqual: return try order(left, ">=", right, strings).map { $0 != .ascending } ?? false
        case .between: return try isBetween(left, right, strings)
        case .in: return try contains(right, left, "IN", strings)
        case .contains: return try contains(left, right, "CONTAINS", strings)
        case .beginsWith, .endsWith, .like, .matches, .typeConformsTo, .typeEquals:
            return try compareStrings(left, operation, right, strings)
        }
    }

    // MARK: - Equality and order

    /// The operator `==`: numbers and booleans compare by value, everything else only within its own kind.
    private mutating func isEqual(
        _ left: PredicateValue, _ right: PredicateValue, _ strings: StringRules
    ) throws(EvaluationError) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.string(let one), .string(let other)):
            try spend(bytes: strings.cost(one, other))
            return strings.isEqual(one, other)
        default:
            if let one = Number(left), let other = Number(right) { return one.order(to: other) == .same }
            try spend(lookingAt: [left, right])
            return MembershipKey(left) == MembershipKey(right)
        }
    }

    /// The order of two values. It is `nil` if either is `nil` or NaN, which makes every ordering operator false.
    mutating func order(
        _ left: PredicateValue, _ operation: String, _ right: PredicateValue, _ strings: StringRules
    ) throws(EvaluationError) -> Ordering? {
        if let one = Number(left), let other = Number(right) { return one.order(to: other) }
        switch (left, right) {
        case (.null, _), (_, .null): return nil
        case (.date(let one), .date(let other)): return Number.real(one).order(to: .real(other))
        case (.string(let one), .string(let other)):
            try spend(bytes: strings.cost(one, other))
            return strings.order(one, other)
        default:
            throw EvaluationError(
                .typeMismatch, "\(operation) cannot compare \(left.kindName) with \(right.kindName)")
        }
    }

    private mutating func isBetween(
        _ value: PredicateValue, _ bounds: PredicateValue, _ strings: StringRules
    ) throws(EvaluationError) -> Bool {
        guard case .list(let bounds) = bounds, bounds.count == 2 else {
            throw EvaluationError(.typeMismatch, "BETWEEN needs a list of two values, not \(bounds.kindName)")
        }
        guard let lower = try order(bounds[0], "BETWEEN", value, strings),
            let upper = try order(value, "BETWEEN", bounds[1], strings)
        else { return false }
        return lower != .descending && upper != .descending
    }

    // MARK: - Parts

    /// Whether a collection contains an element, or a string a substring.
    private mutating func contains(
        _ whole: PredicateValue, _ part: PredicateValue, _ operation: String, _ strings: StringRules
    ) throws(EvaluationError) -> Bool {
        if case .string(let text) = whole {
            if case .null = part { return false }
            guard case .string(let wanted) = part else { throw mismatch(operation, "a string", part) }
            guard !wanted.isEmpty else { return context.findsEmptyString }
            try spend(bytes: 4 * strings.cost(text, wanted))
            return strings.contains(text, wanted)
        }
        for element in try elements(of: whole, for: operation) {
            try spend()
            if try isEqual(element, part, strings) { return true }
        }
        return false
    }

    /// The operators that are only defined for strings. They are false if either side is `nil`.
    private mutating func compareStrings(
        _ left: PredicateValue, _ operation: Comparison.Operator, _ right: PredicateValue, _ strings: StringRules
    ) throws(EvaluationError) -> Bool {
        let text: String
        let other: String
        switch (left, right) {
        case (.string(let one), .string(let two)): (text, other) = (one, two)
        case (.null, _), (_, .null): return false
        case (.string, _): throw mismatch(operation.text, "a string on its right", right)
        default: throw mismatch(operation.text, "a string on its left", left)
        }
        try spend(bytes: strings.cost(text, other))
        switch operation {
        case .beginsWith: return other.isEmpty ? context.findsEmptyString : strings.hasPrefix(text, other)
        case .endsWith: return other.isEmpty ? context.findsEmptyString : strings.hasSuffix(text, other)
        case .like:
            let pattern = WildcardPattern(strings.prepared(other))
            return try pattern.matches(strings.prepared(text)) { (bytes) throws(EvaluationError) in
                try spend(bytes: bytes)
            }
        case .matches: return try matches(text, other, strings.options)
        case .typeEquals: return EvaluationContext.sameType(text, other)
        default: return context.conforms(text, other)
        }
    }

    private mutating func matches(
        _ text: String, _ pattern: String, _ options: Comparison.Options
    ) throws(EvaluationError) -> Bool {
        let expression = try RegularExpression(pattern, options) { (count) throws(EvaluationError) in
            try spend(count)
        }
        guard let (answer, cost) = expression.matches(text, budget: steps) else {
            throw EvaluationError(
                .limit, "the pattern \(pattern.excerpt.quoted) takes too many steps for \(text.utf16.count) characters")
        }
        try spend(cost)
        return answer
    }

    private func mismatch(_ operation: String, _ wanted: String, _ value: PredicateValue) -> EvaluationError {
        EvaluationError(.typeMismatch, "\(operation) needs \(wanted), not \(value.kindName)")
    }
}
