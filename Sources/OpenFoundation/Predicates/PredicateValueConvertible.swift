import AppexPredicates
import Foundation

/// A type with a counterpart among the values of predicates.
///
/// The value's dynamic type decides, not a cast, because casts convert: `NSNumber(value: 1) as? Bool` succeeds.
protocol PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue
}

extension Optional: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.value(of: map { $0 as Any }) }
}

extension NSNull: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .null }
}

// MARK: Numbers

extension PredicateValueConvertible where Self: BinaryInteger {
    /// Numbers beyond 64 signed bits are rounded.
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue {
        Int64(exactly: self).map(PredicateValue.integer) ?? .real(Double(self))
    }
}

extension PredicateValueConvertible where Self: BinaryFloatingPoint {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .real(Double(self)) }
}

extension Int: PredicateValueConvertible {}
extension Int8: PredicateValueConvertible {}
extension Int16: PredicateValueConvertible {}
extension Int32: PredicateValueConvertible {}
extension Int64: PredicateValueConvertible {}
extension UInt: PredicateValueConvertible {}
extension UInt8: PredicateValueConvertible {}
extension UInt16: PredicateValueConvertible {}
extension UInt32: PredicateValueConvertible {}
extension UInt64: PredicateValueConvertible {}
extension Float: PredicateValueConvertible {}
extension Double: PredicateValueConvertible {}
extension CGFloat: PredicateValueConvertible {}

extension Bool: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .boolean(self) }
}

extension Decimal: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue {
        .real(NSDecimalNumber(decimal: self).doubleValue)
    }
}

extension NSNumber: PredicateValueConvertible {
    /// Booleans have a class of their own, although their `objCType` is that of a small integer.
    private static let booleanType: AnyObject.Type = type(of: NSNumber(value: true))

    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue {
        if type(of: self) == Self.booleanType { return .boolean(boolValue) }
        switch UnicodeScalar(UInt8(bitPattern: objCType.pointee)) {
        case "f", "d": return .real(doubleValue)
        case "Q": return uint64Value.predicateValue(&bridge)
        default: return .integer(int64Value)
        }
    }
}

// MARK: Text, time and bytes

extension String: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .string(self) }
}

extension Substring: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .string(String(self)) }
}

extension Character: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .string(String(self)) }
}

extension NSString: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .string(String(describing: self)) }
}

extension Date: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .date(timeIntervalSinceReferenceDate) }
}

extension NSDate: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .date(timeIntervalSinceReferenceDate) }
}

extension Data: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .data(Array(self)) }
}

extension NSData: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { .data(Array(Data(referencing: self))) }
}

// MARK: Classes that stand for structures

extension NSURL: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.value(of: self as URL) }
}

extension NSUUID: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.value(of: self as UUID) }
}

// MARK: Collections

extension Array: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.list(of: self, count: count) }
}

extension NSArray: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.list(of: self, count: count) }
}

extension NSOrderedSet: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.list(of: self, count: count) }
}

extension Set: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.set(of: self, count: count) }
}

extension NSSet: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.set(of: self, count: count) }
}

extension Dictionary: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.dictionary(of: self, count: count) }
}

extension NSDictionary: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue { bridge.dictionary(of: self, count: count) }
}

extension EncodedContent: PredicateValueConvertible {
    func predicateValue(_ bridge: inout ValueBridge) -> PredicateValue {
        if let single { return bridge.value(of: single) }
        if let unkeyed { return bridge.list(of: unkeyed, count: unkeyed.count) }
        return .object(ProgramObject(self))
    }
}
