import AppexPredicates
public import Foundation

// The initializers are those of a protocol that Foundation's class conforms to, for that class alone: only there can an
// initializer make an object of another class, as Apple's does. Foundation's own of the same names are unavailable, so
// they are never chosen.
extension NSCopying where Self == NSPredicate {
    /// Makes a predicate from its text: an ``NSComparisonPredicate``, an `NSCompoundPredicate`, or one that is always
    /// true or false.
    ///
    /// ```swift
    /// let predicate = NSPredicate(format: "%K BEGINSWITH[cd] %@ AND age > %d", "name", "a", 18)
    /// ```
    ///
    /// - Important: A text that is no predicate ends the process, as with Apple, with a message that shows the place.
    ///   Use ``init(parsing:_:)`` for texts that do not come from the program.
    /// - Parameter arguments: what `%@`, `%K`, `%d` and the like stand for, in their order. Any value: strings, numbers,
    ///   dates, data, collections, nil, objects; and for `%@` also predicates and expressions.
    ///
    /// ## Difference from Apple
    /// Arguments are values of any type, since only few types of Swift are `CVarArg` on Linux. More arguments than
    /// placeholders are a mistake, too.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nspredicate/init(format:_:)
    public init(format predicateFormat: String, _ arguments: Any?...) {
        self = NSPredicate.formatted(predicateFormat, arguments)
    }

    /// Makes a predicate from its text and an array of arguments; otherwise as ``init(format:_:)``.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = NSPredicate.formatted(predicateFormat, arguments ?? [])
    }

    /// Makes a predicate from a text that may be wrong, such as one that a user wrote; otherwise as ``init(format:_:)``.
    ///
    /// - Throws: ``PredicateFormatError`` when the text is no predicate, or does not fit the arguments.
    ///
    /// ## Difference from Apple
    /// Apple has no such initializer: its exceptions cannot be caught in Swift.
    public init(parsing predicateFormat: String, _ arguments: Any?...) throws(PredicateFormatError) {
        self = .make(try PredicateTree.read(predicateFormat, arguments))
    }
}

extension NSPredicate {
    /// The predicate with values in the place of `$variables`. Variables without a value stay.
    ///
    /// - Parameter variables: the values by name, without the dollar sign.
    ///
    /// ## Difference from Apple
    /// A predicate with a block, or of a class of the program's own, is returned as it is. Apple wants a value for every
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
