import AppexPredicates
import FuzzSupport

/// Makes trees of all nodes that a text can express, in the form that the parser gives them.
struct TreeGenerator {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    mutating func predicate(_ depth: Int) -> Predicate {
        switch depth > 0 ? number(below: 7) : number(below: 2) {
        case 0: return .constant(number(below: 2) == 0)
        case 1, 2, 3: return .comparison(comparison(depth - 1))
        case 4: return .and(parts(depth))
        case 5: return .or(parts(depth))
        default: return .not(predicate(depth - 1))
        }
    }

    private mutating func parts(_ depth: Int) -> [Predicate] {
        (0..<2 + number(below: 3)).map { _ in predicate(depth - 1) }
    }

    private mutating func comparison(_ depth: Int) -> Comparison {
        let operation = pick(Comparison.Operator.allCases)
        var options = Comparison.Options(rawValue: number(below: 16))
        if [.between, .typeConformsTo, .typeEquals].contains(operation) || number(below: 2) == 0 { options = [] }
        return Comparison(
            expression(depth), operation, expression(depth), modifier: pick(Comparison.Modifier.allCases),
            options: options)
    }

    mutating func expression(_ depth: Int) -> Expression {
        guard depth > 0 else { return leaf() }
        switch number(below: 13) {
        case 0: return leaf()
        case 1, 2: return path(depth - 1)
        case 3: return .aggregate((0..<number(below: 4)).map { _ in expression(depth - 1) })
        case 4, 5: return function(depth - 1)
        case 6:
            return .call(
                expression(depth - 1), text(), (0..<number(below: 3)).map { _ in expression(depth - 1) })
        case 7: return .subquery(expression(depth - 1), name(), predicate(depth - 1))
        case 8: return .conditional(predicate(depth - 1), expression(depth - 1), expression(depth - 1))
        case 9: return .cast(path(depth - 1), text())
        case 10: return .set(pick(Expression.SetOperator.allCases), expression(depth - 1), expression(depth - 1))
        case 11: return .assignment(name(), expression(depth - 1))
        default: return .fetch(expression(depth - 1), expression(depth - 1), countOnly: number(below: 2) == 0)
        }
    }

    private mutating func leaf() -> Expression {
        switch number(below: 6) {
        case 0: .evaluatedObject
        case 1: .anyKey
        case 2: .variable(name())
        default: .constant(constant())
        }
    }

    private mutating func constant() -> PredicateValue {
        switch number(below: 8) {
        case 0: .null
        case 1: .boolean(number(below: 2) == 0)
        case 2: .integer(pick([0, 1, -1, 42, -7, .max, .min, .min + 1]))
        case 3:
            .real(
                pick([0, -0.0, 1.5, -2.25, 1e100, .leastNonzeroMagnitude, .infinity, -.infinity, 1e16, -1e-5, 0x1p63]))
        case 4: .date(pick([0, -0.5, 1e9, .infinity]))
        case 5: .data((0..<number(below: 4)).map { _ in UInt8.random(in: 0...255, using: &random) })
        default: .string(text())
        }
    }

    private mutating func path(_ depth: Int) -> Expression {
        var base = number(below: 2) == 0 ? Expression.evaluatedObject : expression(depth)
        if case .path = base { base = .variable(name()) }
        return .path(base, (0...number(below: 3)).map { _ in step(depth) })
    }

    private mutating func step(_ depth: Int) -> PathStep {
        switch number(below: 10) {
        case 0: .collection(pick(FunctionCatalogue.collectionOperators.sorted()))
        case 1: .index(expression(depth))
        case 2: pick([.first, .last, .size])
        case 3: .key(text())
        default: .key(name())
        }
    }

    private mutating func function(_ depth: Int) -> Expression {
        let name = pick(
            FunctionCatalogue.argumentCounts.keys.sorted() + ["add:to:", "raise:toPower:", "from:subtract:"])
        let counts = FunctionCatalogue.argumentCounts[name] ?? 0...0
        let count = counts.lowerBound + (counts.count > 1 ? number(below: 3) : 0)
        return .function(name, (0..<count).map { _ in expression(depth) })
    }

    private mutating func name() -> String {
        pick(["a", "b", "_x1", "first", "IN", "Subquery", "yes", "count", "UTI", "e3", "registeredTypeIdentifiers"])
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "b c", "\"", "'", "\\", "\n", "\t", "\u{0}", "\u{7F}", "é", "e\u{301}", "😀", "%@", "$x", "]", "\\d",
            "",
            "\u{2028}",
        ]
        return (0..<number(below: 4)).map { _ in pick(pieces) }.joined()
    }
}
