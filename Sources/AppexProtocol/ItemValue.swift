import AppexModel
package import AppexWire

/// A value on the wire: what a property list can hold, and the few other value classes that items contain. It is a
/// tree, at most `WireLimits.nesting` levels deep.
package indirect enum ItemValue: WireValue, Sendable, Equatable {
    /// No value.
    case null
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`. Smaller ones are refused when a message is decoded, so that each number has one form.
    case unsigned(UInt64)
    case real(Double)
    case string(String)
    case data([UInt8])
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case url(String)
    case array([ItemValue])
    case dictionary([String: ItemValue])
    /// The first and the last eight bytes, each as a big-endian number.
    case uuid(UInt64, UInt64)
    case size(width: Double, height: Double)
    case text(AttributedText)
    case error(ErrorDescription)
    /// An object of an app's own class, by the fields that it encoded.
    case object(ObjectDescription)

    private enum Tag: UInt8 {
        case null, no, yes, integer, real, string, data, date, url, array, dictionary
        case uuid, size, text, error, object, unsigned
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        switch self {
        case .null: put(.null, &encoder)
        case .boolean(let value): put(value ? .yes : .no, &encoder)
        case .integer(let value):
            put(.integer, &encoder)
            encoder.integer(value)
        case .unsigned(let value):
            put(.unsigned, &encoder)
            encoder.integer(value)
        case .real(let value):
            put(.real, &encoder)
            encoder.real(value)
        case .string(let value):
            put(.string, &encoder)
            try encoder.text(value)
        case .data(let value):
            put(.data, &encoder)
            try encoder.data(value)
        case .date(let value):
            put(.date, &encoder)
            encoder.real(value)
        case .url(let value):
            put(.url, &encoder)
            try encoder.text(value)
        case .array(let values):
            put(.array, &encoder)
            try encoder.nested { (encoder) throws(WireError) in
                try encoder.list(values) { (encoder, value) throws(WireError) in try encoder.value(value) }
            }
        case .dictionary(let values):
            put(.dictionary, &encoder)
            // In the order of the keys: equal values have equal bytes.
            try encoder.nested { (encoder) throws(WireError) in
                try encoder.list(values.sorted { $0.key < $1.key }) { (encoder, entry) throws(WireError) in
                    // What the peer would refuse is refused here, where the caller learns of it.
                    guard entry.key.isStreamSafe else { throw Self.manyMarks }
                    try encoder.string(entry.key)
                    try encoder.value(entry.value)
                }
            }
        case .uuid(let first, let last):
            put(.uuid, &encoder)
            encoder.integer(first.byteSwapped)
            encoder.integer(last.byteSwapped)
        case .size(let width, let height):
            put(.size, &encoder)
            encoder.real(width)
            encoder.real(height)
        case .text(let text): try put(.text, text, &encoder)
        case .error(let error): try put(.error, error, &encoder)
        case .object(let object): try put(.object, object, &encoder)
        }
    }

    /// Encodes a value that can contain other values, one nesting level deeper.
    private func put(_ tag: Tag, _ value: some WireValue, _ encoder: inout WireEncoder) throws(WireError) {
        put(tag, &encoder)
        try encoder.nested { (encoder) throws(WireError) in try encoder.value(value) }
    }

    private func put(_ tag: Tag, _ encoder: inout WireEncoder) {
        encoder.integer(tag.rawValue)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        let raw = try decoder.integer(UInt8.self)
        guard let tag = Tag(rawValue: raw) else { throw .malformed("value tag \(raw)") }
        switch tag {
        case .null: self = .null
        case .no: self = .boolean(false)
        case .yes: self = .boolean(true)
        case .integer: self = .integer(try decoder.integer())
        case .unsigned:
            let value = try decoder.integer(UInt64.self)
            guard value > UInt64(Int64.max) else { throw .malformed("the unsigned number \(value)") }
            self = .unsigned(value)
        case .real: self = .real(try decoder.real())
        case .string: self = .string(try decoder.text())
        case .data: self = .data(try decoder.data())
        case .date: self = .date(try decoder.real())
        case .url: self = .url(try decoder.text())
        case .array:
            self = .array(
                try decoder.nested { (decoder) throws(WireError) in
                    try decoder.list { (decoder) throws(WireError) in try ItemValue(from: &decoder) }
                })
        case .dictionary: self = .dictionary(try Self.entries(&decoder))
        case .uuid:
            self = .uuid(try decoder.integer(UInt64.self).byteSwapped, try decoder.integer(UInt64.self).byteSwapped)
        case .size: self = .size(width: try decoder.real(), height: try decoder.real())
        case .text:
            self = .text(try decoder.nested { (decoder) throws(WireError) in try AttributedText(from: &decoder) })
        case .error:
            self = .error(try decoder.nested { (decoder) throws(WireError) in try ErrorDescription(from: &decoder) })
        case .object:
            self = .object(try decoder.nested { (decoder) throws(WireError) in try ObjectDescription(from: &decoder) })
        }
    }

    /// Whether the value can be sent as what a load returns: its size, depth and keys are within the limits of a message.
    package var fitsMessage: Bool {
        // A message has more around the value: a dictionary with one key, and the answer to a load.
        guard let bytes = try? ItemValue.array([.dictionary(["": self])]).wireBytes() else { return false }
        return bytes.count <= WireLimits.bodyBytes - WireLimits.idleBodyBytes
    }

    private static let manyMarks = WireError.malformed("a key with more than 30 combining marks in a row")

    private static func entries(_ decoder: inout WireDecoder) throws(WireError) -> [String: ItemValue] {
        let entries = try decoder.nested { (decoder) throws(WireError) in
            try decoder.list { (decoder) throws(WireError) -> (String, ItemValue) in
                (try decoder.exactString(), try ItemValue(from: &decoder))
            }
        }
        var result: [String: ItemValue] = [:]
        for (key, value) in entries {
            guard key.isStreamSafe else { throw manyMarks }
            guard result.updateValue(value, forKey: key) == nil else { throw .malformed("a key twice in a dictionary") }
        }
        return result
    }
}

/// An object of a class that only the two apps know. It is made only when the reader asks for a class by name and that
/// class matches.
package struct ObjectDescription: WireRecord, Sendable, Equatable {
    /// The name of the class, with its module. The sender may lie.
    package var className: String
    /// The values that the object encoded, by key.
    package var fields: [String: ItemValue]

    /// Creates a description.
    package init(className: String, fields: [String: ItemValue]) {
        self.className = className
        self.fields = fields
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        className = try field(\.className, .label(atMost: TextLimits.identifierBytes))
        fields = try field(\.fields, .dictionary("an object"))
    }
}
