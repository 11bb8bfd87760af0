/// A value that predicates are evaluated with.
///
/// `==` and hashing treat `integer(1)`, `real(1)` and `boolean(true)` as different, as constants of a tree are. The
/// `==` of the predicate language is more lenient.
package enum PredicateValue: Sendable, Hashable {
    /// Apple's `nil` and `NSNull`.
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data([UInt8])
    /// Values in order.
    case list([PredicateValue])
    /// Values without order; whoever creates one removes duplicates.
    case set([PredicateValue])
    case dictionary([String: PredicateValue])
    /// An object of the program.
    case object(any PredicateObject)

    package static func == (one: PredicateValue, other: PredicateValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)), (.date(let a), .date(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.list(let a), .list(let b)), (.set(let a), .set(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)): a == b
        case (.object(let a), .object(let b)): AnyHashable(a) == AnyHashable(b)
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .list(let value), .set(let value): hasher.combine(value)
        case .dictionary(let value): hasher.combine(value)
        case .object(let value): hasher.combine(AnyHashable(value))
        }
    }
}
