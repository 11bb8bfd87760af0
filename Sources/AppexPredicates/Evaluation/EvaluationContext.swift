import Glibc

/// Everything that an evaluation depends on except the predicate and the value.
package struct EvaluationContext: Sendable {
    /// The values of variables, by name without the dollar sign.
    package var variables: [String: PredicateValue]

    /// Whether the first type identifier equals the second or is one of its subtypes, for `UTI-CONFORMS-TO`. It
    /// receives identifiers as they are written. By default, only equal identifiers conform.
    package var conforms: @Sendable (String, String) -> Bool

    /// Whether `ANY`, `ALL` and `NONE` treat a value that is not a collection as a collection of one. By default, as
    /// with Apple, it is an error; activation rules are evaluated with `true`.
    package var treatsSingleValueAsCollection = false

    /// Whether every string begins with, ends with and contains the empty string. By default, as with Apple, none does.
    package var findsEmptyString = false

    /// The locale for the option `l`, such as `de_DE`; empty for the root locale.
    package var localeIdentifier = ""

    /// The value of `now()`, in seconds since 2001-01-01T00:00:00Z.
    package var now: @Sendable () -> Double

    /// What an evaluation may cost.
    package var limits = EvaluationLimits()

    /// Creates a context that behaves as Apple's, apart from what is given.
    package init(
        variables: [String: PredicateValue] = [:],
        conforms: @escaping @Sendable (String, String) -> Bool = EvaluationContext.sameType,
        now: @escaping @Sendable () -> Double = EvaluationContext.systemTime
    ) {
        self.variables = variables
        self.conforms = conforms
        self.now = now
    }

    /// Whether two type identifiers are equal, ignoring ASCII case, for `UTI-EQUALS`.
    package static let sameType: @Sendable (String, String) -> Bool = { one, other in
        one.utf8.elementsEqual(other.utf8) { $0.asciiLowercase == $1.asciiLowercase }
    }

    /// The system clock, in seconds since 2001-01-01T00:00:00Z.
    package static let systemTime: @Sendable () -> Double = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - 978_307_200
    }
}

extension UInt8 {
    /// The byte with an ASCII upper-case letter replaced by its lower-case one.
    var asciiLowercase: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
