import AppexPredicates
import Foundation

/// A value of the program without a counterpart among the values of predicates: they can compare it, pass it on, and
/// use its keys.
struct ProgramObject: PredicateObject, @unchecked Sendable {  // an evaluation, like a predicate, stays on one thread
    let subject: Any

    init(_ subject: Any) {
        self.subject = subject
    }

    /// The value from ``NSKeyValueCoding``, or otherwise the stored property. A dictionary accepts every key.
    func value(forKey key: String) -> PredicateValue? {
        switch subject {
        case let dictionary as any KeyedCollection: ValueBridge.value(of: dictionary.element(forKey: key))
        case let coding as any NSKeyValueCoding: ValueBridge.value(of: coding.value(forKey: key))
        default: StoredKeys.value(of: subject, forKey: key).map { ValueBridge.value(of: $0) }
        }
    }

    /// Objects of a class that is not `Equatable` are equal only to themselves.
    static func == (one: Self, other: Self) -> Bool {
        if let one = one.subject as? AnyHashable, let other = other.subject as? AnyHashable { return one == other }
        return (one.subject as AnyObject) === (other.subject as AnyObject)
    }

    func hash(into hasher: inout Hasher) {
        if let subject = subject as? AnyHashable { hasher.combine(subject) }
    }
}

/// A dictionary of any type that is asked for one element.
protocol KeyedCollection {
    /// The element; nil if there is none.
    func element(forKey key: String) -> Any?
}

extension Dictionary: KeyedCollection {
    func element(forKey key: String) -> Any? { (key as? Key).flatMap { self[$0] } }
}

extension NSDictionary: KeyedCollection {
    func element(forKey key: String) -> Any? { object(forKey: key) }
}
