import AppexProtocol
import Foundation

/// A type of the standard library or of Foundation that is an `NSNumber` on Apple's systems.
///
/// A conforming type is found by its exact type. Casts are of no use, because on Linux each number casts to `Bool` and `Int`, and
/// `CGFloat` to none.
protocol SwiftNumber {
    /// The number; nil if it has no exact form.
    var itemValue: ItemValue? { get }
}

extension SwiftNumber where Self: BinaryInteger {
    var itemValue: ItemValue? {
        Int64(exactly: self).map(ItemValue.integer) ?? UInt64(exactly: self).map(ItemValue.unsigned)
    }
}

extension SwiftNumber where Self: BinaryFloatingPoint {
    var itemValue: ItemValue? { .real(Double(self)) }
}

extension Int: SwiftNumber {}
extension Int8: SwiftNumber {}
extension Int16: SwiftNumber {}
extension Int32: SwiftNumber {}
extension Int64: SwiftNumber {}
extension UInt: SwiftNumber {}
extension UInt8: SwiftNumber {}
extension UInt16: SwiftNumber {}
extension UInt32: SwiftNumber {}
extension UInt64: SwiftNumber {}
extension Float: SwiftNumber {}
extension Double: SwiftNumber {}
extension CGFloat: SwiftNumber {}

extension Bool: SwiftNumber {
    var itemValue: ItemValue? { .boolean(self) }
}

extension Decimal: SwiftNumber {
    var itemValue: ItemValue? {
        guard !isNaN else { return .real(.nan) }
        let text = description
        if let number = Int64(text) { return .integer(number) }
        if let number = UInt64(text) { return .unsigned(number) }
        // The shortest text of a floating-point number identifies it.
        guard let number = Double(text), Decimal(string: "\(number)") == self else { return nil }
        return .real(number)
    }
}

extension ItemValue {
    /// The class of the two objects that stand for booleans. Their type code is that of an `Int8`.
    private static let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

    /// The value of a number; nil for a decimal number with more digits than a floating-point number has.
    init?(number: NSNumber) {
        if let number = number as? NSDecimalNumber {
            guard let value = number.decimalValue.itemValue else { return nil }
            self = value
        } else if ObjectIdentifier(type(of: number)) == Self.booleanClass {
            self = .boolean(number.boolValue)
        } else {
            switch String(cString: number.objCType) {
            case "f", "d": self = .real(number.doubleValue)
            case "Q" where number.uint64Value > UInt64(Int64.max): self = .unsigned(number.uint64Value)
            default: self = .integer(number.int64Value)
            }
        }
    }
}
