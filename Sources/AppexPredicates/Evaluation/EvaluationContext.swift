import Glibc

/// What an evaluation knows beside the predicate and the value.
package struct EvaluationContext: Sendable {
    /// The values of `$name`, without the dollar sign.
    package var variables: [String: PredicateValue]

    /// Whether the first type identifier is the second one or one of its subtypes: `UTI-CONFORMS-TO`.
    /// Called with identifiers as they are written. Without a table of types only equal ones conform.
    package var conforms: @Sendable (String, String) -> Bool

    /// Whether `ANY`, `ALL` and `NONE` take something that is no collection for a collection of one. With Apple
    /// and by default that is an error; activation rules are evaluated with `true`.
    package var treatsSingleValueAsCollection = false

    /// Whether every string begins with, ends with and contains the empty one. With Apple and by default none does.
    package var findsEmptyString = false

    /// The language for the option `l`, as `de_DE`; the empty one is for no language in particular.
    package var localeIdentifier = ""

    /// What `now()` is, in seconds since 2001-01-01T00:00:00Z.
    package var now: @Sendable () -> Double

    /// What an evaluation may cost.
    package var limits = EvaluationLimits()

    /// A context like Apple's, with nothing in it but what is given.
    package init(
        variables: [String: PredicateValue] = [:],
        conforms: @escaping @Sendable (String, String) -> Bool = EvaluationContext.sameType,
        now: @escaping @Sendable () -> Double = EvaluationContext.systemTime
    ) {
        self.variables = variables
        self.conforms = conforms
        self.now = now
    }

    /// Whether two identifiers are the same, in ASCII upper or lower case: `UTI-EQUALS`.
    package static let sameType: @Sendable (String, String) -> Bool = { one, other in
        one.utf8.elementsEqual(other.utf8) { $0.asciiLowercase == $1.asciiLowercase }
    }

    /// The time of the system's clock.
    package static let systemTime: @Sendable () -> Double = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - 978_307_200
    }
}

extension UInt8 {
    /// The lower-case letter of an ASCII upper-case one; every other byte is itself.
    var asciiLowercase: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
