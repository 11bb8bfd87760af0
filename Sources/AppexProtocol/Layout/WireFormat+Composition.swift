package import AppexWire

/// A value that encodes itself, such as a record.
package struct ValueFormat<Value: WireValue>: WireFormat {
    package func encode(_ value: Value, to encoder: inout WireEncoder) throws(WireError) {
        try value.encode(to: &encoder)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> Value { try Value(from: &decoder) }
}

/// A boolean and, if it is true, the value.
package struct OptionalFormat<Wrapped: WireFormat>: WireFormat {
    /// The format of the value.
    package let wrapped: Wrapped

    package func encode(_ value: Wrapped.Value?, to encoder: inout WireEncoder) throws(WireError) {
        encoder.boolean(value != nil)
        if let value { try wrapped.encode(value, to: &encoder) }
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> Wrapped.Value? {
        try decoder.boolean() ? try wrapped.decode(from: &decoder) : nil
    }
}

/// A count and the elements, at most `WireLimits.listElements`.
package struct ListFormat<Element: WireFormat>: WireFormat {
    /// The format of each element.
    package let element: Element

    package func encode(_ values: [Element.Value], to encoder: inout WireEncoder) throws(WireError) {
        try encoder.list(values) { (encoder, value) throws(WireError) in try element.encode(value, to: &encoder) }
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> [Element.Value] {
        try decoder.list { (decoder) throws(WireError) in try element.decode(from: &decoder) }
    }
}

/// A list with a smaller bound than lists in general.
package struct BoundedListFormat<Element: WireFormat>: WireFormat {
    /// The format of each element.
    package let element: Element
    /// The largest number of elements.
    package let limit: Int
    /// Names the list in the error.
    package let name: StaticString

    package func encode(_ values: [Element.Value], to encoder: inout WireEncoder) throws(WireError) {
        guard values.count <= limit else { throw .tooLarge("\(name)", limit: limit) }
        try ListFormat(element: element).encode(values, to: &encoder)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> [Element.Value] {
        var count = 0
        return try decoder.list { (decoder) throws(WireError) in
            count += 1
            // The element after the last allowed one is not decoded.
            guard count <= limit else { throw .tooLarge("\(name)", limit: limit) }
            return try element.decode(from: &decoder)
        }
    }
}

/// An item value that has to be a dictionary.
package struct DictionaryFormat: WireFormat {
    /// Names the dictionary in the error.
    package let name: StaticString

    package func encode(_ value: [String: ItemValue], to encoder: inout WireEncoder) throws(WireError) {
        try ItemValue.dictionary(value).encode(to: &encoder)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> [String: ItemValue] {
        guard case .dictionary(let entries) = try ItemValue(from: &decoder) else {
            throw .malformed("\(name) is no dictionary")
        }
        return entries
    }
}

extension WireFormat {
    /// A value that encodes itself, such as a record.
    package static func value<Value>(_ type: Value.Type) -> Self where Self == ValueFormat<Value> { Self() }

    /// A boolean and, if it is true, a value of the given format.
    package static func optional<Wrapped>(_ wrapped: Wrapped) -> Self where Self == OptionalFormat<Wrapped> {
        Self(wrapped: wrapped)
    }

    /// A count and the elements, at most `WireLimits.listElements`.
    package static func list<Element>(of element: Element) -> Self where Self == ListFormat<Element> {
        Self(element: element)
    }

    /// A count and at most `limit` elements; `name` names the list in the error.
    package static func list<Element>(
        of element: Element, atMost limit: Int, _ name: StaticString
    ) -> Self where Self == BoundedListFormat<Element> {
        Self(element: element, limit: limit, name: name)
    }
}

extension WireFormat where Self == DictionaryFormat {
    /// An item value that has to be a dictionary; `name` names it in the error.
    package static func dictionary(_ name: StaticString) -> Self { Self(name: name) }
}
