/// Something that has a value when a predicate is evaluated: one side of a comparison, or a part of it.
///
/// The same notes as for ``Predicate`` apply.
package indirect enum Expression: Sendable, Hashable {
    /// How two collections become one.
    package enum SetOperator: Sendable, Hashable, CaseIterable {
        case union, intersect, minus
    }

    case constant(PredicateValue)
    /// `SELF`: what the predicate is evaluated with.
    case evaluatedObject
    /// `ANYKEY`: any key of the evaluated object. Kept for queries of a search index; it has no value in memory.
    case anyKey
    /// `$name`, without the dollar sign.
    case variable(String)
    /// A way from a value to one inside it. `a.b` is `path(evaluatedObject, [key a, key b])`; the parser never puts
    /// a path at the base of a path, and never makes one without steps.
    case path(Expression, [PathStep])
    /// `{a, b}`.
    case aggregate([Expression])
    /// A function that the language knows (``FunctionCatalogue``), by Apple's full name: `abs:`, `add:to:`, `now`.
    /// `a + b` is `add:to:`, and so on.
    case function(String, [Expression])
    /// `FUNCTION(target, "selector:", arguments…)`, or `target.selector(arguments…)`.
    case call(Expression, String, [Expression])
    /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate holds.
    case subquery(Expression, String, Predicate)
    /// `TERNARY(predicate, a, b)`.
    case conditional(Predicate, Expression, Expression)
    /// `CAST(a, "NSNumber")`.
    case cast(Expression, String)
    /// `a UNION b`, `a INTERSECT b`, `a MINUS b`.
    case set(SetOperator, Expression, Expression)
    /// `$name := a`: has the value of `a`, and gives it to the variable.
    case assignment(String, Expression)
    /// `FETCH(request, context, countOnly)`: a query of a database. It has no value in memory.
    case fetch(Expression, Expression, countOnly: Bool)
    /// Code of the program with its arguments, which no text can express.
    case block(ExpressionBlock, [Expression])
}

extension Expression {
    /// The expression for a key path of the evaluated object, such as `["a", "b"]` for `a.b`.
    package static func keyPath(_ keys: String...) -> Expression {
        .path(.evaluatedObject, keys.map(PathStep.key))
    }

    /// The expression with one more step behind it; a path becomes longer rather than deeper.
    package func appending(_ step: PathStep) -> Expression {
        if case .path(let base, let steps) = self { return .path(base, steps + [step]) }
        return .path(self, [step])
    }
}
