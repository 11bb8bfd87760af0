extension PropertyListValue: Codable {
    /// The keys for dates and data, which JSON does not support.
    private enum TaggedKey: String, CodingKey {
        case date = "$date"
        case data = "$data"
    }

    /// A dictionary's key.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    /// Encodes strings, numbers, booleans, arrays and dictionaries as themselves, a date as
    /// `{"$date": "2014-09-17T10:00:00Z"}` and data as `{"$data": "<base 64>"}`.
    ///
    /// - Throws: what the encoder throws, which JSON's does for numbers that are not finite.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .date(let seconds):
            var container = encoder.container(keyedBy: TaggedKey.self)
            try container.encode(PropertyListText.date(secondsSince2001: seconds), forKey: .date)
        case .data(let bytes):
            var container = encoder.container(keyedBy: TaggedKey.self)
            try container.encode(PropertyListText.base64(bytes), forKey: .data)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .dictionary(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (key, entry) in entries { try container.encode(entry, forKey: Key(stringValue: key)) }
        case .string(let value): try encodeScalar(value, to: encoder)
        case .integer(let value): try encodeScalar(value, to: encoder)
        case .unsigned(let value): try encodeScalar(value, to: encoder)
        case .real(let value): try encodeScalar(value, to: encoder)
        case .boolean(let value): try encodeScalar(value, to: encoder)
        }
    }

    private func encodeScalar(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    /// Decodes what ``encode(to:)`` writes.
    ///
    /// JSON does not tell 1 from 1.0, so a whole real number comes back as an integer.
    ///
    /// - Throws: `DecodingError` when a value is none of these, such as JSON's `null`.
    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            self = try Self.keyed(container)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [PropertyListValue] = []
            while !container.isAtEnd { elements.append(try container.decode(PropertyListValue.self)) }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? container.decode(UInt64.self) {
                self = .unsigned(value)
            } else if let value = try? container.decode(Double.self) {
                self = .real(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    private static func keyed(_ container: KeyedDecodingContainer<Key>) throws -> PropertyListValue {
        if container.allKeys.count == 1, let key = container.allKeys.first,
            let tag = TaggedKey(rawValue: key.stringValue), let text = try? container.decode(String.self, forKey: key)
        {
            switch tag {
            case .date: if let seconds = PropertyListText.date(text) { return .date(seconds) }
            case .data: if let bytes = PropertyListText.data(text) { return .data(bytes) }
            }
        }
        var entries: [String: PropertyListValue] = [:]
        for key in container.allKeys {
            entries[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
        }
        return .dictionary(entries)
    }
}
