import AppexPredicates
public import Foundation

/// A predicate that compares the values of two expressions.
///
/// ## Difference from Apple
/// It cannot be subclassed and does not support custom selectors. Foundation for Linux has a class of the same name
/// without any function: a file that also imports Foundation and uses the name as a type needs `typealias
/// NSComparisonPredicate = OpenFoundation.NSComparisonPredicate` once in its module. The plug-in `ExtensionEntryPoint`
/// generates it.
///
/// Source: https://developer.apple.com/documentation/foundation/nscomparisonpredicate
public final class NSComparisonPredicate: NSPredicate {
    /// How strings are compared.
    public struct Options: OptionSet, Sendable {
        /// The option bits, which are Apple's.
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Ignores case: `[c]`.
        public static let caseInsensitive = Options(rawValue: 1)
        /// Ignores diacritics: `[d]`.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// Compares the strings as they are, because the program has normalized them: `[n]`.
        public static let normalized = Options(rawValue: 4)
    }

    /// How the operator applies when the left side is a collection.
    public enum Modifier: UInt, Sendable {
        /// The collection itself.
        case direct = 0
        /// Every element: `ALL`.
        case all = 1
        /// At least one element: `ANY`.
        case any = 2
    }

    /// The operators. The raw values are Apple's.
    public enum Operator: UInt, Sendable {
        case lessThan = 0
        case lessThanOrEqualTo = 1
        case greaterThan = 2
        case greaterThanOrEqualTo = 3
        case equalTo = 4
        case notEqualTo = 5
        case matches = 6
        case like = 7
        case beginsWith = 8
        case endsWith = 9
        case `in` = 10
        /// An operator that has no case of its own: `UTI-CONFORMS-TO` or `UTI-EQUALS`.
        case customSelector = 11
        case contains = 99
        case between = 100
    }

    let evaluator: PredicateEvaluator
    private let comparison: Comparison

    init(_ comparison: Comparison) {
        self.comparison = comparison
        evaluator = PredicateEvaluator(.comparison(comparison))
        // Foundation considers predicates with equal values equal, and predicates with blocks never.
        super.init { _, _ in false }
    }

    /// Creates a comparison of two expressions.
    ///
    /// - Important: Passing `customSelector` ends the process, because there is no selector.
    public convenience init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
        options: Options = []
    ) {
        guard let `operator` = type.meaning else {
            InvalidArgument.raise("Comparing with a custom selector is not supported on Linux.")
        }
        self.init(
            Comparison(
                lhs.tree, `operator`, rhs.tree, modifier: modifier.meaning,
                options: Comparison.Options(rawValue: Int(options.rawValue & 0xF))))
    }

    /// The left side.
    public var leftExpression: NSExpression { NSExpression(comparison.left) }
    /// The right side.
    public var rightExpression: NSExpression { NSExpression(comparison.right) }
    /// How the operator applies when the left side is a collection.
    public var comparisonPredicateModifier: Modifier { Modifier(comparison.modifier) }
    /// The operator.
    public var predicateOperatorType: Operator { Operator(comparison.operator) }
    /// How strings are compared.
    public var options: Options { Options(rawValue: UInt(comparison.options.rawValue)) }

    public override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        evaluator.evaluate(with: object, variables: bindings)
    }

    /// The predicate's text, which can be parsed again.
    public override var predicateFormat: String { "\(evaluator.tree)" }
    public override var description: String { predicateFormat }

    public override func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other predicate is an equal comparison.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? NSComparisonPredicate)?.comparison == comparison
    }

    public override var hash: Int { comparison.hashValue }
}

extension NSComparisonPredicate.Modifier {
    /// Converts a modifier. A comparison with `NONE` has become `NOT ANY` before.
    fileprivate init(_ meaning: Comparison.Modifier) {
        switch meaning {
        case .direct: self = .direct
        case .all: self = .all
        case .any, .none: self = .any
        }
    }

    fileprivate var meaning: Comparison.Modifier {
        switch self {
        case .direct: .direct
        case .all: .all
        case .any: .any
        }
    }
}

extension NSComparisonPredicate.Operator {
    fileprivate init(_ meaning: Comparison.Operator) {
        self = Self.meanings.first { $0.value == meaning }?.key ?? .customSelector
    }

    fileprivate var meaning: Comparison.Operator? { Self.meanings[self] }

    private static let meanings: [Self: Comparison.Operator] = [
        .lessThan: .lessThan, .lessThanOrEqualTo: .lessThanOrEqual, .greaterThan: .greaterThan,
        .greaterThanOrEqualTo: .greaterThanOrEqual, .equalTo: .equal, .notEqualTo: .notEqual, .matches: .matches,
        .like: .like, .beginsWith: .beginsWith, .endsWith: .endsWith, .in: .in, .contains: .contains,
        .between: .between,
    ]
}
