import AppexPredicates
public import Foundation

/// A part of a predicate that has a value: a constant, a key path, or a function of other expressions.
///
/// ## Difference from Apple
/// It cannot be subclassed. Accessors that do not apply to the kind of the expression end the process with a message,
/// where Apple's raise an exception. Foundation for Linux has a class of the same name without any function: a file
/// that also imports Foundation and uses the name as a type needs `typealias NSExpression =
/// OpenFoundation.NSExpression` once in its module. The plug-in `ExtensionEntryPoint` generates it.
///
/// Source: https://developer.apple.com/documentation/foundation/nsexpression
public final class NSExpression: NSObject, NSCopying {
    /// The kinds of expressions. The raw values are Apple's.
    public enum ExpressionType: UInt, Sendable {
        /// A constant.
        case constantValue = 0
        /// The evaluated object: `SELF`.
        case evaluatedObject = 1
        /// A variable: `$name`.
        case variable = 2
        /// The value at a key path.
        case keyPath = 3
        /// A function of its arguments.
        case function = 4
        /// The union of two collections.
        case unionSet = 5
        /// The intersection of two collections.
        case intersectSet = 6
        /// The elements of one collection that are not in another.
        case minusSet = 7
        /// The elements of a collection for which a predicate holds.
        case subquery = 13
        /// A list of expressions.
        case aggregate = 14
        /// Any key.
        case anyKey = 15
        /// A block of the program.
        case block = 19
        /// One of two expressions, chosen by a predicate.
        case conditional = 20
    }

    let tree: ExpressionTree

    init(_ tree: ExpressionTree) {
        self.tree = tree
        super.init()
    }

    /// Evaluates the expression for an object.
    ///
    /// - Parameter context: the values of variables by name, without the dollar sign.
    /// - Returns: the value. Numbers are `NSNumber`, which casts to every Swift number type that can represent it.
    ///
    /// ## Difference from Apple
    /// An expression that cannot be evaluated is nil, where Apple raises an exception. Nothing is written to the
    /// context.
    public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        var variables: [String: Any] = [:]
        for case (let name as String, let value) in context ?? [:] { variables[name] = value }
        return try? tree.value(
            with: ValueBridge.value(of: object), context: EvaluationContext(foundationVariables: variables)
        ).foundationValue
    }

    /// The expression's text, which can be parsed again.
    public override var description: String { "\(tree)" }

    /// Returns the expression itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other expression has the same structure, not merely the same value.
    public override func isEqual(_ object: Any?) -> Bool { (object as? NSExpression)?.tree == tree }

    public override var hash: Int { tree.hashValue }
}
