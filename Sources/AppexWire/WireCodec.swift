import AppexManifest

/// A value with an encoding. Decoding is total: it returns or throws for any bytes.
package protocol WireValue {
    /// Appends the encoded value.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the value exceeds a bound.
    func encode(to encoder: inout WireEncoder) throws(WireError)

    /// Reads a value from foreign bytes.
    ///
    /// - Throws: ``WireError/malformed(_:)`` or ``WireError/tooLarge(_:limit:)`` if the bytes are not such a value.
    init(from decoder: inout WireDecoder) throws(WireError)
}

/// A message, identified by a code that never changes its meaning.
package protocol WireMessage: WireValue, Sendable {
    /// The message code.
    static var code: UInt16 { get }
}

/// A message that is answered.
package protocol WireRequest: WireMessage {
    /// The type of the reply.
    associatedtype Reply: WireValue & Sendable
}

/// A reply without content.
package struct Empty: WireValue, Sendable, Equatable {
    /// Creates the reply.
    package init() {}
    package func encode(to encoder: inout WireEncoder) throws(WireError) {}
    package init(from decoder: inout WireDecoder) throws(WireError) {}
}

extension WireValue {
    /// The encoding of this value.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the value exceeds a bound.
    package func wireBytes() throws(WireError) -> [UInt8] {
        var encoder = WireEncoder()
        try encode(to: &encoder)
        return encoder.bytes
    }

    /// Decodes a value that takes up all of `bytes`.
    ///
    /// - Throws: ``WireError/malformed(_:)`` or ``WireError/tooLarge(_:limit:)`` if the bytes are not exactly such a
    ///   value.
    package init(wireBytes bytes: [UInt8]) throws(WireError) {
        var decoder = WireDecoder(bytes)
        try self.init(from: &decoder)
        try decoder.finish()
    }
}

/// Encodes values: integers in little-endian order, strings and lists after their 32-bit length.
package struct WireEncoder: Sendable {
    /// The bytes that have been encoded.
    package private(set) var bytes: [UInt8] = []
    /// The current nesting of values, which ``nested(_:)`` bounds.
    private var depth = 0

    /// Creates an encoder without bytes.
    package init() {}

    /// Creates an encoder whose bytes begin with room for the header of a frame.
    init(withHeader: Void) {
        // Most messages are small, so that one allocation of 256 bytes is enough.
        bytes.reserveCapacity(224)
        bytes.append(contentsOf: Self.emptyHeader)
    }

    private static let emptyHeader = [UInt8](repeating: 0, count: Frame.headerBytes)

    /// Moves the bytes out of the encoder, so that they can be changed without a copy.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Appends a byte.
    package mutating func integer(_ value: UInt8) {
        bytes.append(value)
    }

    /// Appends four bytes. Other modules call this and its siblings for one type each, which the compiler makes faster
    /// than the generic function.
    package mutating func integer(_ value: UInt32) {
        append(value)
    }

    /// Appends eight bytes.
    package mutating func integer(_ value: UInt64) {
        append(value)
    }

    /// Appends an integer of any width.
    package mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        append(value)
    }

    @inline(__always)
    private mutating func append<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a byte, 0 or 1.
    package mutating func boolean(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    /// Appends an IEEE 754 double.
    package mutating func real(_ value: Double) {
        append(value.bitPattern)
    }

    /// Appends the length and the UTF-8 of a string.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if it is longer than ``WireLimits/stringBytes``.
    package mutating func string(_ value: String) throws(WireError) {
        let count = value.utf8.count
        guard count <= WireLimits.stringBytes else { throw .tooLarge("a string", limit: WireLimits.stringBytes) }
        append(value, count: count)
    }

    /// Appends the length and the bytes.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if there are more than ``WireLimits/bodyBytes``.
    package mutating func data(_ value: [UInt8]) throws(WireError) {
        guard value.count <= WireLimits.bodyBytes else { throw .tooLarge("inline data", limit: WireLimits.bodyBytes) }
        integer(UInt32(value.count))
        bytes.append(contentsOf: value)
    }

    /// Appends the length and the UTF-8 of a text that may be as long as a body.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if it is longer than ``WireLimits/bodyBytes``.
    package mutating func text(_ value: String) throws(WireError) {
        let count = value.utf8.count
        guard count <= WireLimits.bodyBytes else { throw .tooLarge("a text", limit: WireLimits.bodyBytes) }
        append(value, count: count)
    }

    private mutating func append(_ value: String, count: Int) {
        integer(UInt32(count))
        var value = value
        // One copy of all bytes instead of one for each.
        value.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends whether there is a value, and the value.
    ///
    /// - Throws: what `body` throws.
    package mutating func optional<Value>(
        _ value: Value?, _ body: (inout WireEncoder, Value) throws(WireError) -> Void
    ) throws(WireError) {
        boolean(value != nil)
        if let value { try body(&self, value) }
    }

    /// Appends the number of elements, and the elements.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if there are more than ``WireLimits/listElements``, and what `body`
    ///   throws.
    package mutating func list<Element>(
        _ values: [Element], _ body: (inout WireEncoder, Element) throws(WireError) -> Void
    ) throws(WireError) {
        guard values.count <= WireLimits.listElements else { throw .tooLarge("a list", limit: WireLimits.listElements) }
        integer(UInt32(values.count))
        for value in values { try body(&self, value) }
    }

    /// Appends a value that encodes itself.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the value exceeds a bound.
    package mutating func value(_ value: some WireValue) throws(WireError) {
        try value.encode(to: &self)
    }

    /// Appends a list of strings.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the list or a string exceeds its bound.
    package mutating func strings(_ values: [String]) throws(WireError) {
        try list(values) { (encoder, value) throws(WireError) in try encoder.string(value) }
    }

    /// Encodes a value that can contain values of its own type, one level deeper. What the peer would refuse is refused
    /// here, where the caller learns of it.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` beyond ``WireLimits/nesting`` levels, and what `body` throws.
    package mutating func nested(_ body: (inout WireEncoder) throws(WireError) -> Void) throws(WireError) {
        guard depth < WireLimits.nesting else { throw .tooLarge("the nesting of a value", limit: WireLimits.nesting) }
        depth += 1
        defer { depth -= 1 }
        try body(&self)
    }
}

/// Decodes what ``WireEncoder`` encodes, from bytes of an untrusted peer.
package struct WireDecoder: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    /// How many nested values are open; ``nested(_:)`` keeps it below the limit.
    private var depth = 0

    /// Creates a decoder of `bytes`.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var left: Int { bytes.count - position }

    /// Passes the next bytes to `body` without a copy.
    private mutating func take<Result>(
        _ count: Int, _ what: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) throws(WireError) -> Result {
        guard count <= left else { throw .malformed("\(what) ends early") }
        defer { position += count }
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[position..<position + count])) }
    }

    /// Reads a byte.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if no byte is left.
    package mutating func integer() throws(WireError) -> UInt8 { try next(UInt8.self) }

    /// Reads four bytes.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if fewer are left.
    package mutating func integer() throws(WireError) -> UInt32 { try next(UInt32.self) }

    /// Reads eight bytes.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if fewer are left.
    package mutating func integer() throws(WireError) -> UInt64 { try next(UInt64.self) }

    /// Reads an integer of any width.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if fewer bytes are left than it has.
    package mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(WireError) -> Value
    {
        try next(type)
    }

    @inline(__always)
    private mutating func next<Value: FixedWidthInteger>(_ type: Value.Type) throws(WireError) -> Value {
        let size = MemoryLayout<Value>.size
        guard size <= left else { throw .malformed("an integer ends early") }
        defer { position += size }
        return bytes.withUnsafeBytes {
            Value(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Value.self))
        }
    }

    /// Reads a byte that has to be 0 or 1.
    ///
    /// - Throws: ``WireError/malformed(_:)`` for any other byte, or if none is left.
    package mutating func boolean() throws(WireError) -> Bool {
        switch try next(UInt8.self) {
        case 0: return false
        case 1: return true
        case let other: throw .malformed("\(other) is no boolean")
        }
    }

    /// Reads an IEEE 754 double.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if fewer than eight bytes are left.
    package mutating func real() throws(WireError) -> Double {
        Double(bitPattern: try next(UInt64.self))
    }

    private mutating func length(_ what: String, limit: Int) throws(WireError) -> Int {
        let count = Int(try next(UInt32.self))
        guard count <= limit else { throw .tooLarge(what, limit: limit) }
        return count
    }

    /// Reads a string, which may then be compared, hashed and split in linear time: of each sequence of combining marks
    /// only the first 30 are kept.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if it is not UTF-8 or ends early; ``WireError/tooLarge(_:limit:)`` if it
    ///   is longer than ``WireLimits/stringBytes``.
    package mutating func string() throws(WireError) -> String {
        try exactString().streamSafe
    }

    /// Reads a string whose bytes have a meaning, such as a path. It may have any number of combining marks in a row, so
    /// only its UTF-8 may be compared.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if it is not UTF-8 or ends early; ``WireError/tooLarge(_:limit:)`` if it
    ///   is longer than ``WireLimits/stringBytes``.
    package mutating func exactString() throws(WireError) -> String {
        try characters("a string", limit: WireLimits.stringBytes)
    }

    private mutating func characters(_ what: String, limit: Int) throws(WireError) -> String {
        let count = try length(what, limit: limit)
        guard let string = try take(count, what, { String(validating: $0, as: UTF8.self) }) else {
            throw .malformed("\(what) is not UTF-8")
        }
        return string
    }

    /// Reads bytes after their number.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if fewer are left; ``WireError/tooLarge(_:limit:)`` if there are more than
    ///   ``WireLimits/bodyBytes``.
    package mutating func data() throws(WireError) -> [UInt8] {
        let count = try length("inline data", limit: WireLimits.bodyBytes)
        return try take(count, "inline data") { Array($0) }
    }

    /// Reads a text that may be as long as a body. It is content, which is passed on as it is: it may have any number of
    /// combining marks in a row, so only its UTF-8 may be compared or split.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if it is not UTF-8 or ends early; ``WireError/tooLarge(_:limit:)`` if it
    ///   is longer than ``WireLimits/bodyBytes``.
    package mutating func text() throws(WireError) -> String {
        try characters("a text", limit: WireLimits.bodyBytes)
    }

    /// Reads whether there is a value, and the value.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if the boolean is not one, and what `body` throws.
    package mutating func optional<Value>(
        _ body: (inout WireDecoder) throws(WireError) -> Value
    ) throws(WireError) -> Value? {
        try boolean() ? try body(&self) : nil
    }

    /// Reads a list.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if it has more than ``WireLimits/listElements``;
    ///   ``WireError/malformed(_:)`` if it ends early; and what `body` throws.
    package mutating func list<Element>(
        _ body: (inout WireDecoder) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let count = try length("a list", limit: WireLimits.listElements)
        // Each element takes at least a byte, so a list longer than the rest of the message is refused at once. No
        // memory is reserved for a number that the peer merely claims.
        guard count <= left else { throw .malformed("a list ends early") }
        var result: [Element] = []
        for _ in 0..<count { result.append(try body(&self)) }
        return result
    }

    /// Reads a list of strings.
    ///
    /// - Throws: ``WireError/malformed(_:)`` or ``WireError/tooLarge(_:limit:)`` if it is not one.
    package mutating func strings() throws(WireError) -> [String] {
        try list { (decoder) throws(WireError) in try decoder.string() }
    }

    /// Decodes a value that can contain values of its own type, one level deeper.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` beyond ``WireLimits/nesting`` levels, and what `body` throws.
    package mutating func nested<Value>(
        _ body: (inout WireDecoder) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        guard depth < WireLimits.nesting else { throw .tooLarge("the nesting of a value", limit: WireLimits.nesting) }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    /// Checks that all bytes have been read.
    ///
    /// - Throws: ``WireError/malformed(_:)`` if some are left.
    package func finish() throws(WireError) {
        guard left == 0 else { throw .malformed("\(left) bytes too many") }
    }
}
