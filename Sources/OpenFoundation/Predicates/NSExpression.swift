import AppexPredicates
public import Foundation

/// A part of a predicate that has a value: a constant, a key path, a function of other expressions.
///
/// ## Difference from Apple
/// It cannot be subclassed. Accessors that do not fit the kind of the expression end the process with a message, where
/// Apple's raise an exception.
/// Foundation for Linux has a class of this name that can do nothing: a file that imports Foundation, too, and uses the
/// name as a type, needs `typealias NSExpression = OpenFoundation.NSExpression` once in its module. The plug-in
/// `ExtensionEntryPoint` generates it.
///
/// Source: https://developer.apple.com/documentation/foundation/nsexpression
public final class NSExpression: NSObject, NSCopying {
    /// The kinds of expressions. The numbers are Apple's.
    public enum ExpressionType: UInt, Sendable {
        /// Always the same value.
        case constantValue = 0
        /// The evaluated object: `SELF`.
        case evaluatedObject = 1
        /// A variable: `$name`.
        case variable = 2
        /// What a key path leads to.
        case keyPath = 3
        /// A function of its arguments.
        case function = 4
        /// What is in one of two collections.
        case unionSet = 5
        /// What is in both of two collections.
        case intersectSet = 6
        /// What is in the first of two collections and not in the second.
        case minusSet = 7
        /// The elements of a collection for which a predicate holds.
        case subquery = 13
        /// A list of expressions.
        case aggregate = 14
        /// Any key.
        case anyKey = 15
        /// A block of the program.
        case block = 19
        /// One of two expressions, by a predicate.
        case conditional = 20
    }

    let tree: ExpressionTree

    init(_ tree: ExpressionTree) {
        self.tree = tree
        super.init()
    }

    /// The value of the expression for an object.
    ///
    /// - Parameter context: values of variables by name, without the dollar sign.
    /// - Returns: nil when the value is nil. Numbers are `NSNumber`, which casts to every number type of Swift that can
    ///   hold it.
    ///
    /// ## Difference from Apple
    /// An expression that cannot be evaluated with this object is nil, where Apple raises an exception. Nothing is ever
    /// written to the context.
    public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        var variables: [String: Any] = [:]
        for case (let name as String, let value) in context ?? [:] { variables[name] = value }
        return try? tree.value(
            with: ValueBridge.value(of: object), context: EvaluationContext(foundationVariables: variables)
        ).foundationValue
    }

    /// The text, which can be read again.
    public override var description: String { "\(tree)" }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other expression has the same form, not merely the same value.
    public override func isEqual(_ object: Any?) -> Bool { (object as? NSExpression)?.tree == tree }

    public override var hash: Int { tree.hashValue }
}
