/// A value as a number, which stays an integer while it fits into 64 bits.
enum Number {
    case integer(Int64)
    case real(Double)

    /// Converts a number, or a boolean to 0 or 1; `nil` for other values.
    init?(_ value: PredicateValue) {
        switch value {
        case .boolean(let value): self = .integer(value ? 1 : 0)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        default: return nil
        }
    }

    var value: PredicateValue {
        switch self {
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        }
    }

    /// The nearest `Double`.
    var real: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        }
    }

    /// The value if it is an integer of at most 64 bits.
    var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int64(exactly: value)
        }
    }

    /// Compares the exact values, even where an integer has more digits than a `Double` can hold; `nil` if either is
    /// NaN.
    func order(to other: Number) -> Ordering? {
        switch (self, other) {
        case (.integer(let one), .integer(let other)): return Ordering(one, other)
        case (.real(let one), .real(let other)): return one.isNaN || other.isNaN ? nil : Ordering(one, other)
        case (.real, .integer): return other.order(to: self)?.reversed
        case (.integer(let one), .real(let other)):
            guard !other.isNaN else { return nil }
            // 2^63 is the smallest power of two above `Int64.max`.
            if other >= 0x1p63 { return .ascending }
            if other < -0x1p63 { return .descending }
            let whole = Int64(other)
            return one == whole ? Ordering(0, other - Double(whole)) : Ordering(one, whole)
        }
    }
}
