import AppexPredicates
public import Foundation

extension NSExpression {
    /// Makes an expression from its text, such as `"price * count"`.
    ///
    /// - Important: A text that is no expression ends the process, as with Apple, with a message that shows the place.
    ///   Use ``init(parsing:_:)`` for texts that do not come from the program.
    /// - Parameter arguments: what `%@`, `%K`, `%d` and the like stand for, in their order.
    public convenience init(format expressionFormat: String, _ arguments: Any?...) {
        self.init(formatted: expressionFormat, arguments)
    }

    /// Makes an expression from its text and an array of arguments; otherwise as ``init(format:_:)``.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(formatted: expressionFormat, arguments)
    }

    /// Makes an expression from a text that may be wrong; otherwise as ``init(format:_:)``.
    ///
    /// - Throws: ``PredicateFormatError`` when the text is no expression, or does not fit the arguments.
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

    /// A value that is always the same; nil and `NSNull` are the null value.
    public convenience init(forConstantValue obj: Any?) {
        self.init(.constant(ValueBridge.value(of: obj)))
    }

    /// The evaluated object itself.
    public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(.evaluatedObject) }

    /// Any key of the evaluated object. It has a meaning in queries of a search index, and no value.
    public class func expressionForAnyKey() -> NSExpression { NSExpression(.anyKey) }

    /// The value of a variable.
    ///
    /// - Parameter string: the name, without the dollar sign.
    public convenience init(forVariable string: String) {
        self.init(.variable(string))
    }

    /// What a key path of the evaluated object leads to, such as `"owner.name"` or `"items.@sum.price"`. The key `self`
    /// leads to where it stands.
    public convenience init(forKeyPath keyPath: String) {
        let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).filter {
            !["self", "SELF"].contains($0)
        }
        let steps = keys.map { $0.hasPrefix("@") ? PathStep.collection(String($0.dropFirst())) : .key(String($0)) }
        self.init(steps.isEmpty ? .evaluatedObject : .path(.evaluatedObject, steps))
    }

    /// A function that predicates know by name, such as `"add:to:"`.
    ///
    /// - Important: A name that is unknown ends the process, as with Apple.
    /// - Parameter parameters: expressions, or values, which become constants.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        guard let counts = FunctionCatalogue.argumentCounts[name] else {
            InvalidArgument.raise("Predicates know no function \"\(name)\".")
        }
        guard counts.contains(parameters.count) else {
            InvalidArgument.raise("The function \"\(name)\" does not take \(parameters.count) arguments.")
        }
        self.init(bounded: .function(name, parameters.map(ExpressionTree.init)))
    }

    /// A method of the value of another expression: of a type that answers keys, a key; see ``NSKeyValueCoding``.
    public convenience init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        self.init(bounded: .call(target.tree, name, (parameters ?? []).map(ExpressionTree.init)))
    }

    /// The list of the values of other expressions.
    ///
    /// - Parameter subexpressions: expressions, or values, which become constants.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(bounded: .aggregate(subexpressions.map(ExpressionTree.init)))
    }

    /// What is in one of two collections.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(bounded: .set(.union, left.tree, right.tree))
    }

    /// What is in both of two collections.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(bounded: .set(.intersect, left.tree, right.tree))
    }

    /// What is in the first of two collections and not in the second.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(bounded: .set(.minus, left.tree, right.tree))
    }

    /// The elements of a collection for which a predicate holds.
    ///
    /// - Parameters:
    ///   - variable: the name, without the dollar sign, that stands for the element in the predicate.
    ///   - predicate: an `NSPredicate`.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        self.init(bounded: .subquery(expression.tree, variable, predicate.tree))
    }

    /// The first expression where the predicate holds, and the second elsewhere.
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(bounded: .conditional(predicate.tree, trueExpression.tree, falseExpression.tree))
    }

    /// What a block of the program returns for the evaluated object, the values of its arguments, and the variables.
    /// No text can express it.
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

    /// Levels of expressions in each other that a program can build. Every walk over a tree recurses.
    private static let maximumDepth = 1_000

    /// An expression made of others. One that is nested too deeply for the stack has no value.
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
