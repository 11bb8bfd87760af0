/// Two expressions and how to compare their values.
package struct Comparison: Sendable, Hashable {
    /// How the operator applies when the left side is a collection.
    package enum Modifier: Sendable, Hashable, CaseIterable {
        /// The two values themselves.
        case direct
        /// Every element of the left side with the right side; true for an empty collection.
        case all
        /// At least one element of the left side with the right side; false for an empty collection. `SOME` is a
        /// synonym.
        case any
        /// The negation of ``any``.
        case none
    }

    /// The operators.
    package enum Operator: Sendable, Hashable, CaseIterable {
        case lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual, equal, notEqual
        /// The right side is a regular expression that matches the whole left side.
        case matches
        /// The right side is a pattern with `?` and `*` that matches the whole left side.
        case like
        case beginsWith, endsWith
        /// The left side is an element or a substring of the right side.
        case `in`
        /// The right side is an element or a substring of the left side.
        case contains
        /// The left side lies between the two values of the right side, inclusive.
        case between
        /// `UTI-CONFORMS-TO`: the left type identifier is the right one or one of its subtypes.
        case typeConformsTo
        /// `UTI-EQUALS`: both identify the same type.
        case typeEquals
    }

    /// How strings are compared: the letters in brackets after an operator. The raw values are Apple's.
    package struct Options: OptionSet, Sendable, Hashable {
        /// The option bits.
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// `c`: ignores case.
        package static let caseInsensitive = Options(rawValue: 1)
        /// `d`: ignores diacritics.
        package static let diacriticInsensitive = Options(rawValue: 2)
        /// `n`: compares the strings as they are, because the caller has normalized them; `c` and `d` then have no
        /// effect.
        package static let normalized = Options(rawValue: 4)
        /// `l`: follows the rules of the locale.
        package static let localeSensitive = Options(rawValue: 8)
    }

    /// The left side.
    package var left: Expression
    /// The right side.
    package var right: Expression
    /// How the operator applies when the left side is a collection.
    package var modifier: Modifier
    /// The operator.
    package var `operator`: Operator
    /// How strings are compared.
    package var options: Options

    /// Creates a comparison.
    package init(
        _ left: Expression, _ operator: Operator, _ right: Expression, modifier: Modifier = .direct,
        options: Options = []
    ) {
        self.left = left
        self.right = right
        self.modifier = modifier
        self.operator = `operator`
        self.options = options
    }
}
