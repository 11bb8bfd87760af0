import AppexPredicates
public import Foundation

// These initializers belong to a protocol that Foundation's class conforms to, restricted to that class: only there can
// an initializer return an object of another class, as Apple's does. Foundation's own initializers of the same names
// are unavailable, so they are never chosen.
extension NSCopying where Self == NSPredicate {
    /// Parses a predicate into an ``NSComparisonPredicate``, an `NSCompoundPredicate` or a constant predicate.
    ///
    /// ```swift
    /// let predicate = NSPredicate(format: "%K BEGINSWITH[cd] %@ AND age > %d", "name", "a", 18)
    /// ```
    ///
    /// - Important: A malformed text ends the process, as with Apple, with a message that shows the place. Use
    ///   ``init(parsing:_:)`` for texts that do not come from the program.
    /// - Parameter arguments: the values of `%@`, `%K`, `%d` and so on, in order: strings, numbers, dates, data,
    ///   collections, nil or objects; for `%@` also predicates and expressions.
    ///
    /// ## Difference from Apple
    /// Arguments are values of any type, since few Swift types are `CVarArg` on Linux. More arguments than placeholders
    /// are an error as well.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nspredicate/init(format:_:)
    public init(format predicateFormat: String, _ arguments: Any?...) {
        self = NSPredicate.formatted(predicateFormat, arguments)
    }

    /// Parses a predicate with an array of arguments; otherwise as ``init(format:_:)``.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = NSPredicate.formatted(predicateFormat, arguments ?? [])
    }

    /// Parses a predicate whose text may be malformed, such as one that a user wrote; otherwise as ``init(format:_:)``.
    ///
    /// - Throws: ``PredicateFormatError`` if the text is malformed or does not fit the arguments.
    ///
    /// ## Difference from Apple
    /// Apple has no such initializer: its exceptions cannot be caught in Swift.
    public init(parsing predicateFormat: String, _ arguments: Any?...) throws(PredicateFormatError) {
        self = .make(try PredicateTree.read(predicateFormat, arguments))
    }
}

extension NSPredicate {
    /// The predicate with `$variables` replaced by values. Variables without a value remain.
    ///
    /// - Parameter variables: the values by name, without the dollar sign.
    ///
    /// ## Difference from Apple
    /// A predicate with a block, or of a custom class, is returned unchanged. Apple requires a value for every
    /// variable.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nspredicate/withsubstitutionvariables(_:)
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        if case .block = tree { return self }
        let values = variables.mapValues { ValueBridge.value(of: $0) }
        return NSPredicate.make(tree.withSubstitutionVariables(values)) as? Self ?? self
    }

    fileprivate static func formatted(_ format: String, _ arguments: [Any?]) -> NSPredicate {
        do {
            return make(try PredicateTree.read(format, arguments))
        } catch {
            InvalidArgument.raise("Unable to parse the format string of a predicate.\n\(error)")
        }
    }
}
