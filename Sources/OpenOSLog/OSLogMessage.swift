public import Foundation

/// A message for the log. A string literal makes one.
///
/// Texts and objects in it are private unless `privacy: .public` stands beside them; numbers and Booleans are public.
///
/// Source: https://developer.apple.com/documentation/os/oslogmessage
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    /// The message as it is written.
    let text: String

    /// Makes a message without values.
    public init(stringLiteral value: String) { text = value }

    /// Makes a message from its text and values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The values in a message for the log.
///
/// Source: https://developer.apple.com/documentation/os/oslogmessage/stringinterpolation
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    private(set) var text = ""

    /// Makes an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Adds text that is always public.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    private mutating func append(
        _ value: String, _ privacy: OSLogPrivacy, isScalar: Bool = false, _ align: OSLogStringAlignment = .none
    ) {
        text += align.aligned(privacy.masked(value, isScalar: isScalar))
    }

    /// Adds a text, which is private by default.
    public mutating func appendInterpolation(
        _ argument: @autoclosure () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(argument(), privacy, align)
    }

    /// Adds the description of a value, which is private by default.
    @_disfavoredOverload  // An integer or a number has a method of its own.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some CustomStringConvertible, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(value().description, privacy, align)
    }

    /// Adds an integer, which is public by default.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some FixedWidthInteger, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(format.text(number()), privacy, isScalar: true, align)
    }

    /// Adds a number, which is public by default.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some BinaryFloatingPoint & CustomStringConvertible,
        format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(format.text(Double(number())), privacy, isScalar: true, align)
    }

    /// Adds a Boolean, which is public by default.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) {
        append(format.text(boolean()), privacy, isScalar: true)
    }

    /// Adds an object, which is private by default; `nil` is written as `(null)`.
    public mutating func appendInterpolation(_ argumentObject: NSObject?, privacy: OSLogPrivacy = .auto) {
        append(argumentObject?.description ?? "(null)", privacy)
    }

    /// Adds an error, which is private by default; `nil` is written as `(null)`.
    public mutating func appendInterpolation(_ error: (any Error)?, privacy: OSLogPrivacy = .auto) {
        append(error.map { $0.localizedDescription } ?? "(null)", privacy)
    }

    /// Adds the name of a type, which is public by default.
    public mutating func appendInterpolation(_ value: Any.Type, privacy: OSLogPrivacy = .auto) {
        append("\(value)", privacy, isScalar: true)
    }
}
