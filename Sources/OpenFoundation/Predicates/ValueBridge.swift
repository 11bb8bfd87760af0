import AppexPredicates
import Foundation

/// Turns values of the program into values of predicates.
///
/// Collections are turned as a whole, everything else stays what it is and answers key by key. So a graph of objects is
/// never walked. Beyond the bounds a collection stays what it is, too: a few arrays in each other can stand for any number
/// of elements.
struct ValueBridge {
    /// Collections in collections that are still looked into.
    static let maximumDepth = 64
    /// Elements that are looked at for one value.
    static let maximumElements = 1_000_000

    private var depth = 0
    private var remaining = Self.maximumElements

    /// The value for anything; nil and `NSNull` are the null value.
    static func value(of anything: Any?) -> PredicateValue {
        var bridge = ValueBridge()
        return bridge.value(of: anything)
    }

    mutating func value(of anything: Any?) -> PredicateValue {
        guard let anything else { return .null }
        if let bridged = anything as? any PredicateValueConvertible { return bridged.predicateValue(&self) }
        if anything is any NSKeyValueCoding { return .object(ProgramObject(anything)) }
        if let raw = anything as? any RawRepresentable, let value = raw.rawValue as? any PredicateValueConvertible {
            return value.predicateValue(&self)
        }
        if let collection = anything as? any Collection { return list(of: collection, count: collection.count) }
        return .object(ProgramObject(anything))
    }

    /// The elements of a collection in its order.
    mutating func list(of collection: some Sequence, count: Int) -> PredicateValue {
        entering(collection, count) { bridge in .list(collection.map { bridge.value(of: $0) }) }
    }

    /// The elements of a collection without an order.
    mutating func set(of collection: some Sequence, count: Int) -> PredicateValue {
        entering(collection, count) { bridge in .set(collection.map { bridge.value(of: $0) }) }
    }

    /// The values of a dictionary. Keys that are no strings are taken by their descriptions.
    mutating func dictionary(
        of dictionary: some Sequence<(key: some Any, value: some Any)>, count: Int
    ) -> PredicateValue {
        entering(dictionary, count) { bridge in
            var result: [String: PredicateValue] = [:]
            for (key, value) in dictionary {
                result[key as? String ?? "\(key)"] = bridge.value(of: value)
            }
            return .dictionary(result)
        }
    }

    private mutating func entering(
        _ collection: Any, _ count: Int, _ body: (inout ValueBridge) -> PredicateValue
    ) -> PredicateValue {
        guard depth < Self.maximumDepth, count <= remaining else { return .object(ProgramObject(collection)) }
        remaining -= count
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }
}

extension PredicateValue {
    /// The value as Apple's classes return it: numbers and truth values as `NSNumber`, which casts to every number type
    /// of Swift that can hold it, and what came from the program as it came.
    var foundationValue: Any? {
        switch self {
        case .null: nil
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): value
        case .date(let value): Date(timeIntervalSinceReferenceDate: value)
        case .data(let value): Data(value)
        case .list(let values): values.map { $0.foundationValue ?? NSNull() }
        case .set(let values): NSSet(array: values.map { $0.foundationValue ?? NSNull() })
        case .dictionary(let values): values.mapValues { $0.foundationValue ?? NSNull() }
        case .object(let object): (object as? ProgramObject)?.subject ?? object
        }
    }
}
