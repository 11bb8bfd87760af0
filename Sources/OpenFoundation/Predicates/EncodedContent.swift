/// What a value encodes, one level deep: each part as the value that is passed to the encoder.
///
/// Parts are not encoded themselves until a predicate asks for them, so values that refer to each other cost nothing
/// extra. It is a class because an encoder creates many containers that write to one place.
final class EncodedContent {
    private(set) var keyed: [String: Any] = [:]
    private(set) var unkeyed: [Any]?
    private(set) var single: Any?

    fileprivate init() {}

    /// Encodes `value`.
    ///
    /// - Returns: nil if encoding throws, because part of a value would give wrong answers.
    init?(of value: any Encodable) {
        do {
            try value.encode(to: ContentEncoder(content: self, codingPath: []))
        } catch {
            return nil
        }
    }

    /// The value that was encoded for a key, by the value's own class or a superclass; nil if there is none.
    func value(forKey key: String) -> Any? {
        keyed[key] ?? (keyed[SuperKey.name] as? EncodedContent)?.value(forKey: key)
    }

    fileprivate struct ContentEncoder: Encoder {
        let content: EncodedContent
        let codingPath: [any CodingKey]
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(KeyedContent<Key>(content: content, codingPath: codingPath))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            content.unkeyed = content.unkeyed ?? []
            return UnkeyedContent(content: content, codingPath: codingPath)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer {
            SingleContent(content: content, codingPath: codingPath)
        }
    }

    private struct KeyedContent<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let content: EncodedContent
        let codingPath: [any CodingKey]

        func encodeNil(forKey key: Key) { content.keyed[key.stringValue] = Any?.none as Any }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) { content.keyed[key.stringValue] = value }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            nested(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

        func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

        func superEncoder() -> any Encoder { nested(SuperKey()) }

        private func nested(_ key: any CodingKey) -> ContentEncoder {
            let inner = content.keyed[key.stringValue] as? EncodedContent ?? EncodedContent()
            content.keyed[key.stringValue] = inner
            return ContentEncoder(content: inner, codingPath: codingPath + [key])
        }
    }

    private struct UnkeyedContent: UnkeyedEncodingContainer {
        let content: EncodedContent
        let codingPath: [any CodingKey]
        var count: Int { content.unkeyed?.count ?? 0 }

        func encodeNil() { content.unkeyed?.append(Any?.none as Any) }

        func encode<Value: Encodable>(_ value: Value) { content.unkeyed?.append(value) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            nested().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

        func superEncoder() -> any Encoder { nested() }

        private func nested() -> ContentEncoder {
            let inner = EncodedContent()
            content.unkeyed?.append(inner)
            return ContentEncoder(content: inner, codingPath: codingPath)
        }
    }

    private struct SingleContent: SingleValueEncodingContainer {
        let content: EncodedContent
        let codingPath: [any CodingKey]

        func encodeNil() { content.single = Any?.none as Any }

        func encode<Value: Encodable>(_ value: Value) { content.single = value }
    }

    /// The default key under which a class encodes its superclass.
    private struct SuperKey: CodingKey {
        static let name = "super"
        var stringValue: String { Self.name }
        var intValue: Int? { nil }

        init() {}
        init?(stringValue: String) { return nil }
        init?(intValue: Int) { return nil }
    }
}
