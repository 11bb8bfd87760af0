import AppexPredicates
import Foundation

/// Converts values of the program into values of predicates.
///
/// Collections are converted as a whole; everything else remains an object that is asked for its keys one at a time, so
/// an object graph is never walked. Beyond the bounds a collection remains an object too, because a few nested arrays
/// can stand for any number of elements.
struct ValueBridge {
    /// Levels of nested collections that are converted.
    static let maximumDepth = 64
    /// Elements that are converted for one value.
    static let maximumElements = 1_000_000

    private var depth = 0
    private var remaining = Self.maximumElements

    /// Converts any value; nil and `NSNull` become the null value.
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

    /// Converts an ordered collection.
    mutating func list(of collection: some Sequence, count: Int) -> PredicateValue {
        entering(collection, count) { bridge in .list(collection.map { bridge.value(of: $0) }) }
    }

    /// Converts an unordered collection.
    mutating func set(of collection: some Sequence, count: Int) -> PredicateValue {
        entering(collection, count) { bridge in .set(collection.map { bridge.value(of: $0) }) }
    }

    /// Converts a dictionary. Keys that are not strings are replaced by their descriptions.
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
    /// The value as Apple's classes return it: numbers and booleans as `NSNumber`, which casts to every Swift number
    /// type that can represent it, and objects of the program as they were.
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
