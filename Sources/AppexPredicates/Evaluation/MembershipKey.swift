/// A value whose equality and hash follow a predicate's `==`: `1`, `1.0` and `YES` are equal, and strings compare by
/// Unicode scalars.
indirect enum MembershipKey: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case string([UInt8])
    case date(Double)
    case data([UInt8])
    case list([MembershipKey])
    case set(Set<MembershipKey>)
    case dictionary([String: MembershipKey])
    case object(AnyHashable)

    init(_ value: PredicateValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .integer(value ? 1 : 0)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = Int64(exactly: value).map(MembershipKey.integer) ?? .real(value)
        case .string(let text): self = .string(Array(text.utf8))
        case .date(let value): self = .date(value)
        case .data(let bytes): self = .data(bytes)
        case .list(let values): self = .list(values.map { MembershipKey($0) })
        case .set(let values): self = .set(Set(values.map { MembershipKey($0) }))
        case .dictionary(let values): self = .dictionary(values.mapValues { MembershipKey($0) })
        case .object(let object): self = .object(AnyHashable(object))
        }
    }
}

extension [PredicateValue] {
    /// The values in order, without duplicates.
    var distinct: [PredicateValue] {
        var seen: Set<MembershipKey> = []
        return filter { seen.insert(MembershipKey($0)).inserted }
    }
}
