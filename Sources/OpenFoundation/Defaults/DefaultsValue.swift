import AppexModel
import AppexProtocol
import Foundation

/// Conversions between the values of defaults and objects.
enum DefaultsValue {
    /// Converts an object that consists of strings, numbers, dates, data, arrays, and dictionaries with strings as keys.
    ///
    /// - Returns: nil for any other object, and for one with more than 24 levels.
    static func value(of object: Any) -> PropertyListValue? {
        guard let value = ItemValue(object).flatMap(value), value.isStorable() else { return nil }
        return value
    }

    private static func value(_ item: ItemValue) -> PropertyListValue? {
        switch item {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .unsigned(let value): return .unsigned(value)
        case .real(let value): return .real(value)
        case .string(let value): return .string(value)
        case .data(let value): return .data(value)
        // A property list holds whole seconds.
        case .date(let value): return .date(value.rounded(.down))
        case .array(let items):
            let values = items.compactMap(value)
            return values.count == items.count ? .array(values) : nil
        case .dictionary(let items):
            let values = items.compactMapValues(value)
            return values.count == items.count ? .dictionary(values) : nil
        case .null, .url, .uuid, .size, .text, .error, .object: return nil
        }
    }

    /// The object of a value. Numbers are `NSNumber`, so that they can be cast to each type of number, as on Apple's systems.
    static func object(_ value: PropertyListValue) -> Any {
        switch value {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): value
        case .data(let value): Data(value)
        case .date(let value): Date(timeIntervalSinceReferenceDate: value)
        case .array(let values): values.map(object)
        case .dictionary(let values): values.mapValues(object)
        }
    }

    /// Whether two values are the same. Unlike with `==`, a number that is not one is the same as another.
    static func areSame(_ one: PropertyListValue?, _ other: PropertyListValue?) -> Bool {
        if one == other { return true }
        switch (one, other) {
        case (.real(let one), .real(let other)): return one.isNaN && other.isNaN
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy { areSame($0, $1) }
        case (.dictionary(let one), .dictionary(let other)):
            return one.count == other.count
                && one.allSatisfy { entry in other[entry.key].map { areSame(entry.value, $0) } ?? false }
        default: return false
        }
    }
}

extension PropertyListValue {
    /// The value as a string; numbers are converted.
    var asText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .real(let number): NSNumber(value: number).stringValue
        case .boolean(let flag): flag ? "1" : "0"
        case .date, .data, .array, .dictionary: nil
        }
    }

    /// The value as an integer; strings are converted as by `NSString`.
    var asInteger: Int? {
        switch self {
        case .integer(let number): Int(number)
        case .boolean(let flag): flag ? 1 : 0
        // As `NSNumber.intValue`.
        case .unsigned(let number): Int(truncatingIfNeeded: number)
        case .real(let number): Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
        case .string(let text): (text as NSString).integerValue
        case .date, .data, .array, .dictionary: nil
        }
    }

    /// The value as a number; strings are converted as by `NSString`.
    var asReal: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .boolean(let flag): flag ? 1 : 0
        case .unsigned(let number): Double(number)
        case .real(let number): number
        case .string(let text): (text as NSString).doubleValue
        case .date, .data, .array, .dictionary: nil
        }
    }

    /// The value as a boolean.
    var asBoolean: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .integer(let number): number != 0
        case .unsigned: true
        case .real(let number): number != 0
        case .string(let text): ["yes", "true", "1"].contains(text.lowercased())
        case .date, .data, .array, .dictionary: nil
        }
    }
}
