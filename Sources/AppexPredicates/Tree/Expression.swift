/// Something that has a value when a predicate is evaluated: one side of a comparison, or a part of it.
///
/// The notes on ``Predicate`` about equality and depth apply here as well.
package indirect enum Expression: Sendable, Hashable {
    /// How two collections are combined.
    package enum SetOperator: Sendable, Hashable, CaseIterable {
        case union, intersect, minus
    }

    case constant(PredicateValue)
    /// `SELF`: the value that the predicate is evaluated with.
    case evaluatedObject
    /// `ANYKEY`: any key of the evaluated object. It exists for search index queries and has no value in memory.
    case anyKey
    /// `$name`, without the dollar sign.
    case variable(String)
    /// A path from a value to one inside it. `a.b` is `path(evaluatedObject, [key a, key b])`; the parser never creates
    /// a path whose base is a path, or one without steps.
    case path(Expression, [PathStep])
    /// `{a, b}`.
    case aggregate([Expression])
    /// A function of the language (``FunctionCatalogue``) by Apple's full name, such as `abs:`, `add:to:` or `now`.
    /// Infix operators are functions too: `a + b` is `add:to:`.
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
    /// `$name := a`: assigns the value of `a` to the variable and has that value.
    case assignment(String, Expression)
    /// `FETCH(request, context, countOnly)`: a database query. It has no value in memory.
    case fetch(Expression, Expression, countOnly: Bool)
    /// A closure of the program with its arguments; it has no textual form.
    case block(ExpressionBlock, [Expression])
}

extension Expression {
    /// Creates the expression for a key path of the evaluated object, such as `["a", "b"]` for `a.b`.
    package static func keyPath(_ keys: String...) -> Expression {
        .path(.evaluatedObject, keys.map(PathStep.key))
    }

    /// The expression with one more step; a path becomes longer rather than deeper.
    package func appending(_ step: PathStep) -> Expression {
        if case .path(let base, let steps) = self { return .path(base, steps + [step]) }
        return .path(self, [step])
    }
}
