package import AppexWire

/// A property-list value, a URL or null, as it crosses the wire.
package indirect enum ItemValue: WireValue, Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case data([UInt8])
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case url(String)
    case array([ItemValue])
    case dictionary([String: ItemValue])

    private enum Tag: UInt8 {
        case null, no, yes, integer, real, string, data, date, url, array, dictionary
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        switch self {
        case .null: put(.null, &encoder)
        case .boolean(let value): put(value ? .yes : .no, &encoder)
        case .integer(let value):
            put(.integer, &encoder)
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
                    try encoder.string(entry.key)
                    try encoder.value(entry.value)
                }
            }
        }
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
        }
    }

    private static func entries(_ decoder: inout WireDecoder) throws(WireError) -> [String: ItemValue] {
        let entries = try decoder.nested { (decoder) throws(WireError) in
            try decoder.list { (decoder) throws(WireError) -> (String, ItemValue) in
                (try decoder.string(), try ItemValue(from: &decoder))
            }
        }
        var result: [String: ItemValue] = [:]
        for (key, value) in entries {
            guard result.updateValue(value, forKey: key) == nil else { throw .malformed("a key twice in a dictionary") }
        }
        return result
    }
}
