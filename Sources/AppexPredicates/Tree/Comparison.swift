/// Two expressions and how their values are compared.
package struct Comparison: Sendable, Hashable {
    /// What the operator compares when the left side is a collection.
    package enum Modifier: Sendable, Hashable, CaseIterable {
        /// The two values themselves.
        case direct
        /// Every element of the left side with the right one; true of an empty collection.
        case all
        /// Some element of the left side with the right one; false of an empty collection. `SOME` is the same.
        case any
        /// The opposite of ``any``.
        case none
    }

    /// What the comparison asks of its two values.
    package enum Operator: Sendable, Hashable, CaseIterable {
        case lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual, equal, notEqual
        /// A regular expression that has to match the whole of the left side.
        case matches
        /// A pattern of `?` and `*` that has to match the whole of the left side.
        case like
        case beginsWith, endsWith
        /// The left side is an element, or a part, of the right one.
        case `in`
        /// The right side is an element, or a part, of the left one.
        case contains
        /// From the first to the second of two values, both included.
        case between
        /// `UTI-CONFORMS-TO`: the left type identifier is the right one or one of its subtypes.
        case typeConformsTo
        /// `UTI-EQUALS`: both identify the same type.
        case typeEquals
    }

    /// How strings are compared: the letters in brackets behind an operator. The numbers are Apple's.
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// `c`: upper and lower case are the same.
        package static let caseInsensitive = Options(rawValue: 1)
        /// `d`: letters are the same with and without accents.
        package static let diacriticInsensitive = Options(rawValue: 2)
        /// `n`: the caller has prepared both strings, so they are compared as they are; `c` and `d` have no effect.
        package static let normalized = Options(rawValue: 4)
        /// `l`: by the rules of the user's language.
        package static let localeSensitive = Options(rawValue: 8)
    }

    package var left: Expression
    package var right: Expression
    package var modifier: Modifier
    package var `operator`: Operator
    package var options: Options

    /// A comparison; without modifier and options unless they are given.
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
