import Foundation

/// The arguments of a method that is called by its selector, or the value of a property that is set by its name.
///
/// It is used on the thread of the call only.
public struct ObjectiveCArguments {
    private let values: [Any?]

    /// Stores the arguments.
    package init(_ values: [Any?]) { self.values = values }

    /// The argument at a position in the type of the parameter; `nil` for a missing argument if the type is an optional.
    ///
    /// - Throws: ``ObjectiveCError/argument(position:found:expected:)`` if the argument has another type.
    public func value<Value>(at position: Int, as type: Value.Type = Value.self) throws -> Value {
        let value = values.indices.contains(position) ? values[position] : nil
        // A parameter of the type `Any` gets the value itself, and not an optional.
        if let value, let found = value as? Value { return found }
        // An optional `Value` is found in a value that is absent, too.
        if value == nil, let found = value as? Value { return found }
        // A number becomes any type of numbers, as in key-value coding.
        if let number = value as? NSNumber ?? (value as? CGFloat).map({ NSNumber(value: Double($0)) }),
            let found = number as? Value ?? CGFloat(number.doubleValue) as? Value
        {
            return found
        }
        throw ObjectiveCError.argument(
            position: position, found: value.map { "\(Swift.type(of: $0))" } ?? "nil", expected: "\(Value.self)")
    }
}
