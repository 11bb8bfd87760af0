import Glibc

/// The functions of numbers. Integers give integers; a result that does not fit into 64 bits becomes a real number.
enum Arithmetic {
    /// The result of a function, by Apple's name; `nil` if an argument is `nil`.
    static func value(of name: String, with arguments: [PredicateValue]) throws(EvaluationError) -> PredicateValue {
        var numbers: [Number] = []
        for argument in arguments {
            if case .null = argument { return .null }
            numbers.append(try number(argument, for: name))
        }
        let result: Number? =
            switch numbers.count {
            case 1: try value(of: name, numbers[0])
            case 2: try value(of: name, numbers[0], numbers[1])
            default: nil
            }
        guard let result else { throw EvaluationError(.unsupported, "there is no function \(name.excerpt)") }
        return result.value
    }

    /// The value as a number.
    static func number(_ value: PredicateValue, for name: String) throws(EvaluationError) -> Number {
        guard let number = Number(value) else {
            throw EvaluationError(.typeMismatch, "\(name) needs numbers, not \(value.kindName)")
        }
        return number
    }

    static func add(_ one: Number, _ other: Number) -> Number {
        exact(one, other, { $0.addingReportingOverflow($1) }, +)
    }

    // MARK: - One argument

    private static func value(of name: String, _ number: Number) throws(EvaluationError) -> Number? {
        switch name {
        case "sqrt:": return .real(number.real.squareRoot())
        case "log:": return .real(log10(number.real))
        case "ln:": return .real(log(number.real))
        case "exp:": return .real(exp(number.real))
        case "floor:": return rounded(number, .down)
        case "ceiling:": return rounded(number, .up)
        case "trunc:": return rounded(number, .towardZero)
        case "abs:":
            guard case .integer(let value) = number, value != .min else { return .real(abs(number.real)) }
            return .integer(abs(value))
        case "onesComplement:": return .integer(~(try integer(number, for: name)))
        case "random:", "randomn:":
            let bound = try integer(number, for: name)
            guard bound > 0 else { throw EvaluationError(.typeMismatch, "\(name) needs a number above 0") }
            return .integer(.random(in: 0..<bound))
        default: return nil
        }
    }

    private static func rounded(_ number: Number, _ rule: FloatingPointRoundingRule) -> Number {
        guard case .real(let value) = number else { return number }
        return .real(value.rounded(rule))
    }

    // MARK: - Two arguments

    private static func value(of name: String, _ one: Number, _ other: Number) throws(EvaluationError) -> Number? {
        switch name {
        case "add:to:": return add(one, other)
        case "from:subtract:": return exact(one, other, { $0.subtractingReportingOverflow($1) }, -)
        case "multiply:by:": return exact(one, other, { $0.multipliedReportingOverflow(by: $1) }, *)
        case "divide:by:":
            if case (.integer, .integer(0)) = (one, other) { throw divisionByZero }
            return exact(one, other, { $0.dividedReportingOverflow(by: $1) }, /)
        case "modulus:by:":
            if case (.integer, .integer(0)) = (one, other) { throw divisionByZero }
            // `Int64.min % -1` overflows only in the quotient; the remainder is 0.
            return exact(one, other, { ($0.remainderReportingOverflow(dividingBy: $1).partialValue, false) }, fmod)
        case "raise:toPower:": return power(one, other)
        default: return try bits(name, try integer(one, for: name), try integer(other, for: name))
        }
    }

    private static let divisionByZero = EvaluationError(.divisionByZero, "an integer is divided by zero")

    /// The integer result if both are integers and the result fits, otherwise the real one.
    private static func exact(
        _ one: Number, _ other: Number, _ integers: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
        _ reals: (Double, Double) -> Double
    ) -> Number {
        if case (.integer(let a), .integer(let b)) = (one, other) {
            let (result, overflow) = integers(a, b)
            if !overflow { return .integer(result) }
        }
        return .real(reals(one.real, other.real))
    }

    private static func power(_ base: Number, _ exponent: Number) -> Number {
        let approximate = Number.real(pow(base.real, exponent.real))
        guard case (.integer(var factor), .integer(var rest)) = (base, exponent), rest >= 0 else { return approximate }
        var result: Int64 = 1
        while rest > 0 {
            if rest & 1 == 1 {
                let (product, overflow) = result.multipliedReportingOverflow(by: factor)
                if overflow { return approximate }
                result = product
            }
            rest >>= 1
            if rest > 0 {
                let (square, overflow) = factor.multipliedReportingOverflow(by: factor)
                if overflow { return approximate }
                factor = square
            }
        }
        return .integer(result)
    }

    private static func bits(_ name: String, _ one: Int64, _ other: Int64) throws(EvaluationError) -> Number? {
        switch name {
        case "bitwiseAnd:with:": .integer(one & other)
        case "bitwiseOr:with:": .integer(one | other)
        case "bitwiseXor:with:": .integer(one ^ other)
        case "leftshift:by:": .integer(one << other)
        case "rightshift:by:": .integer(one >> other)
        default: nil
        }
    }

    private static func integer(_ number: Number, for name: String) throws(EvaluationError) -> Int64 {
        guard let integer = number.integer else {
            throw EvaluationError(.typeMismatch, "\(name) needs an integer")
        }
        return integer
    }
}
