import AppexModel
import AppexPredicates
public import Foundation

extension NSExpression {
    /// Parses an expression, such as `"price * count"`.
    ///
    /// - Important: A malformed text ends the process, as with Apple, with a message that shows the place. Use
    ///   ``init(parsing:_:)`` for texts that do not come from the program.
    /// - Parameter arguments: the values of `%@`, `%K`, `%d` and so on, in order.
    public convenience init(format expressionFormat: String, _ arguments: Any?...) {
        self.init(formatted: expressionFormat, arguments)
    }

    /// Parses an expression with an array of arguments; otherwise as ``init(format:_:)``.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(formatted: expressionFormat, arguments)
    }

    /// Parses an expression whose text may be malformed; otherwise as ``init(format:_:)``.
    ///
    /// - Throws: ``PredicateFormatError`` if the text is malformed or does not fit the arguments.
    ///
    /// ## Difference from Apple
    /// Apple has no such initializer: its exceptions cannot be caught in Swift.
    public convenience init(parsing expressionFormat: String, _ arguments: Any?...) throws(PredicateFormatError) {
        self.init(try ExpressionTree.read(expressionFormat, arguments))
    }

    private convenience init(formatted format: String, _ arguments: [Any?]) {
        do throws(PredicateFormatError) {
            self.init(try ExpressionTree.read(format, arguments))
        } catch {
            InvalidArgument.raise("Unable to parse the format string of an expression.\n\(error)")
        }
    }

    /// A constant; nil and `NSNull` are the null value.
    public convenience init(forConstantValue obj: Any?) {
        self.init(.constant(ValueBridge.value(of: obj)))
    }

    /// The evaluated object itself.
    public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(.evaluatedObject) }

    /// Any key of the evaluated object. It only has a meaning in search index queries, and no value here.
    public class func expressionForAnyKey() -> NSExpression { NSExpression(.anyKey) }

    /// The value of a variable.
    ///
    /// - Parameter string: the name without the dollar sign.
    public convenience init(forVariable string: String) {
        self.init(.variable(string))
    }

    /// The value at a key path of the evaluated object, such as `"owner.name"` or `"items.@sum.price"`. The key `self`
    /// stands for the object itself.
    public convenience init(forKeyPath keyPath: String) {
        let keys = keyPath.parts(at: ".", keepsEmpty: true).filter {
            !["self", "SELF"].contains($0)
        }
        let steps = keys.map { $0.begins(with: "@") ? PathStep.collection(String($0.dropFirst())) : .key(String($0)) }
        self.init(steps.isEmpty ? .evaluatedObject : .path(.evaluatedObject, steps))
    }

    /// A function of the predicate language, such as `"add:to:"`.
    ///
    /// - Important: An unknown name ends the process, as with Apple.
    /// - Parameter parameters: expressions, or values, which become constants.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        guard let counts = FunctionCatalogue.argumentCounts[name] else {
            InvalidArgument.raise("There is no predicate function \"\(name)\".")
        }
        guard counts.contains(parameters.count) else {
            InvalidArgument.raise("The function \"\(name)\" does not take \(parameters.count) arguments.")
        }
        self.init(bounded: .function(name, parameters.map(ExpressionTree.init)))
    }

    /// A method of another expression's value. For a type that conforms to ``NSKeyValueCoding``, the selector is a key.
    public convenience init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        self.init(bounded: .call(target.tree, name, (parameters ?? []).map(ExpressionTree.init)))
    }

    /// The list of the values of other expressions.
    ///
    /// - Parameter subexpressions: expressions, or values, which become constants.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(bounded: .aggregate(subexpressions.map(ExpressionTree.init)))
    }

    /// The union of two collections.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(bounded: .set(.union, left.tree, right.tree))
    }

    /// The intersection of two collections.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(bounded: .set(.intersect, left.tree, right.tree))
    }

    /// The elements of the first collection that are not in the second.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(bounded: .set(.minus, left.tree, right.tree))
    }

    /// The elements of a collection for which a predicate holds.
    ///
    /// - Parameters:
    ///   - variable: the name, without the dollar sign, of the element in the predicate.
    ///   - predicate: an `NSPredicate`.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        self.init(bounded: .subquery(expression.tree, variable, predicate.tree))
    }

    /// The first expression if the predicate holds, otherwise the second.
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(bounded: .conditional(predicate.tree, trueExpression.tree, falseExpression.tree))
    }

    /// The result of a block for the evaluated object, the values of the arguments and the variables. It has no textual
    /// form.
    public convenience init(
        block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
    ) {
        nonisolated(unsafe) let block = block  // its tree lives in expressions, which are no more sendable than it is
        let body = ExpressionBlock { object, arguments, variables in
            let context = NSMutableDictionary()
            for (name, value) in variables { context[name] = value.foundationValue ?? NSNull() }
            let values = arguments.map { $0.foundationValue ?? NSNull() }
            return ValueBridge.value(of: block(object.foundationValue, values, context))
        }
        self.init(bounded: .block(body, (arguments ?? []).map(\.tree)))
    }

    /// Levels of nested expressions that a program can build. Functions over trees are recursive.
    private static let maximumDepth = 1_000

    /// An expression built from others. One that is nested too deeply for the stack has no value.
    private convenience init(bounded tree: ExpressionTree) {
        guard tree.isDeeper(than: Self.maximumDepth) else {
            self.init(tree)
            return
        }
        let refusal = ExpressionBlock { (_, _, _) throws(EvaluationError) in
            throw EvaluationError(.limit, "an expression is nested deeper than \(Self.maximumDepth) levels")
        }
        self.init(.block(refusal, []))
    }
}
