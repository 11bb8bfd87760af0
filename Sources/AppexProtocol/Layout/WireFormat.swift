import AppexModel
package import AppexWire

/// How values of one type are encoded, and which of them are valid. Both directions enforce the same bounds.
package protocol WireFormat<Value>: Sendable {
    /// The type in memory.
    associatedtype Value

    /// Appends a value.
    ///
    /// - Throws: `WireError.tooLarge` if the value exceeds a bound of the format.
    func encode(_ value: Value, to encoder: inout WireEncoder) throws(WireError)

    /// Reads a value from foreign bytes.
    ///
    /// - Throws: `WireError.malformed` or `WireError.tooLarge` if the bytes are not as the format describes them.
    func decode(from decoder: inout WireDecoder) throws(WireError) -> Value
}

/// An integer in little-endian order.
package struct IntegerFormat<Value: FixedWidthInteger & Sendable>: WireFormat {
    package func encode(_ value: Value, to encoder: inout WireEncoder) throws(WireError) {
        // The compiler chooses the branch. Each calls a function for one type, which is faster than the generic one.
        switch MemoryLayout<Value>.size {
        case 1: encoder.integer(UInt8(truncatingIfNeeded: value))
        case 4: encoder.integer(UInt32(truncatingIfNeeded: value))
        case 8: encoder.integer(UInt64(truncatingIfNeeded: value))
        default: encoder.integer(value)
        }
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> Value {
        switch MemoryLayout<Value>.size {
        case 1: Value(truncatingIfNeeded: try decoder.integer() as UInt8)
        case 4: Value(truncatingIfNeeded: try decoder.integer() as UInt32)
        case 8: Value(truncatingIfNeeded: try decoder.integer() as UInt64)
        default: try decoder.integer()
        }
    }
}

/// A byte, 0 or 1.
package struct BooleanFormat: WireFormat {
    package func encode(_ value: Bool, to encoder: inout WireEncoder) throws(WireError) { encoder.boolean(value) }
    package func decode(from decoder: inout WireDecoder) throws(WireError) -> Bool { try decoder.boolean() }
}

/// An IEEE 754 double.
package struct RealFormat: WireFormat {
    package func encode(_ value: Double, to encoder: inout WireEncoder) throws(WireError) { encoder.real(value) }
    package func decode(from decoder: inout WireDecoder) throws(WireError) -> Double { try decoder.real() }
}

/// UTF-8 of at most `WireLimits.stringBytes` bytes, of which decoding keeps at most 30 combining marks in a row.
package struct StringFormat: WireFormat {
    package func encode(_ value: String, to encoder: inout WireEncoder) throws(WireError) { try encoder.string(value) }
    package func decode(from decoder: inout WireDecoder) throws(WireError) -> String { try decoder.string() }
}

/// UTF-8 with a smaller bound than strings in general.
package struct BoundedStringFormat: WireFormat {
    /// The largest number of UTF-8 bytes.
    package let limit: Int
    /// Names the value in the error.
    package let name: StaticString

    package func encode(_ value: String, to encoder: inout WireEncoder) throws(WireError) {
        try check(value)
        try encoder.string(value)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> String {
        let value = try decoder.string()
        try check(value)
        return value
    }

    private func check(_ value: String) throws(WireError) {
        guard value.utf8.count <= limit else { throw .tooLarge("\(name)", limit: limit) }
    }
}

/// A text that describes something. Its beginning is kept if it is longer than the bound, and at most 30 combining marks in a
/// row. Both directions shorten it, because a text for people is not worth the failure of a message.
package struct LabelFormat: WireFormat {
    /// The largest number of UTF-8 bytes; at most `WireLimits.stringBytes`.
    package let limit: Int

    package func encode(_ value: String, to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(value.shortened(toBytes: limit))
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> String {
        try decoder.string().shortened(toBytes: limit)
    }
}

/// A path, or a part of one: UTF-8 that decoding keeps as it is. Only its bytes may be compared.
package struct PathFormat: WireFormat {
    /// The largest number of UTF-8 bytes.
    package let limit: Int

    package func encode(_ value: String, to encoder: inout WireEncoder) throws(WireError) {
        try check(value)
        try encoder.string(value)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> String {
        let value = try decoder.exactString()
        try check(value)
        return value
    }

    private func check(_ value: String) throws(WireError) {
        guard value.utf8.count <= limit else { throw .tooLarge("a path", limit: limit) }
    }
}

/// UTF-8 that may be as long as the body of a message.
package struct TextFormat: WireFormat {
    package func encode(_ value: String, to encoder: inout WireEncoder) throws(WireError) { try encoder.text(value) }
    package func decode(from decoder: inout WireDecoder) throws(WireError) -> String { try decoder.text() }
}

/// Bytes that may be as many as the body of a message has.
package struct DataFormat: WireFormat {
    package func encode(_ value: [UInt8], to encoder: inout WireEncoder) throws(WireError) { try encoder.data(value) }
    package func decode(from decoder: inout WireDecoder) throws(WireError) -> [UInt8] { try decoder.data() }
}

/// A byte that has to be one of the raw values of an enumeration.
package struct ChoiceFormat<Value: RawRepresentable<UInt8>>: WireFormat {
    /// Names the value in the error.
    package let name: StaticString

    package func encode(_ value: Value, to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(value.rawValue)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> Value {
        let raw = try decoder.integer() as UInt8
        guard let value = Value(rawValue: raw) else { throw .malformed("\(name) \(raw)") }
        return value
    }
}

/// A string that has to be one of the raw values of an enumeration.
package struct WordFormat<Value: RawRepresentable<String>>: WireFormat {
    package func encode(_ value: Value, to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(value.rawValue)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> Value {
        let text = try decoder.string()
        guard let value = Value(rawValue: text) else {
            throw .malformed("\(Value.self) \(text.shortened(toBytes: 40))")
        }
        return value
    }
}

extension WireFormat where Self == IntegerFormat<UInt8> {
    /// An unsigned integer of 8 bits.
    package static var u8: Self { Self() }
}

extension WireFormat where Self == IntegerFormat<UInt32> {
    /// An unsigned integer of 32 bits.
    package static var u32: Self { Self() }
}

extension WireFormat where Self == IntegerFormat<UInt64> {
    /// An unsigned integer of 64 bits.
    package static var u64: Self { Self() }
}

extension WireFormat where Self == IntegerFormat<Int32> {
    /// A signed integer of 32 bits.
    package static var i32: Self { Self() }
}

extension WireFormat where Self == IntegerFormat<Int64> {
    /// A signed integer of 64 bits.
    package static var i64: Self { Self() }
}

extension WireFormat where Self == BooleanFormat {
    /// A byte, 0 or 1.
    package static var boolean: Self { Self() }
}

extension WireFormat where Self == RealFormat {
    /// An IEEE 754 double.
    package static var real: Self { Self() }
}

extension WireFormat where Self == LabelFormat {
    /// A text of which the first `limit` bytes of UTF-8 are kept.
    package static func label(atMost limit: Int) -> Self { Self(limit: limit) }
}

extension WireFormat where Self == PathFormat {
    /// A path, or a part of one, of at most `WireLimits.stringBytes` bytes.
    package static var path: Self { Self(limit: WireLimits.stringBytes) }

    /// A path, or a part of one, of at most `limit` bytes.
    package static func path(atMost limit: Int) -> Self { Self(limit: limit) }
}

extension WireFormat where Self == StringFormat {
    /// UTF-8 of at most `WireLimits.stringBytes` bytes, of which decoding keeps at most 30 combining marks in a row.
    package static var string: Self { Self() }
}

extension WireFormat where Self == BoundedStringFormat {
    /// UTF-8 of at most `limit` bytes; `name` names the value in the error.
    package static func string(atMost limit: Int, _ name: StaticString) -> Self { Self(limit: limit, name: name) }
}

extension WireFormat where Self == TextFormat {
    /// UTF-8 that may be as long as the body of a message.
    package static var text: Self { Self() }
}

extension WireFormat where Self == DataFormat {
    /// Bytes that may be as many as the body of a message has.
    package static var data: Self { Self() }
}

extension WireFormat {
    /// A byte that has to be one of the raw values of an enumeration; `name` names the value in the error.
    package static func choice<Choice>(_ name: StaticString) -> Self where Self == ChoiceFormat<Choice> {
        Self(name: name)
    }

    /// A string that has to be one of the raw values of an enumeration.
    package static func word<Word>() -> Self where Self == WordFormat<Word> { Self() }
}
