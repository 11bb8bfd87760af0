/// A value that has a form on the wire. Decoding is total: whatever the bytes are, it returns or throws.
package protocol WireValue {
    func encode(to encoder: inout WireEncoder) throws(WireError)
    init(from decoder: inout WireDecoder) throws(WireError)
}

/// A message of its own, named by a number that never changes its meaning.
package protocol WireMessage: WireValue, Sendable {
    static var code: UInt16 { get }
}

/// A message that is answered.
package protocol WireRequest: WireMessage {
    associatedtype Reply: WireValue & Sendable
}

/// The answer that carries nothing.
package struct Empty: WireValue, Sendable, Equatable {
    package init() {}
    package func encode(to encoder: inout WireEncoder) throws(WireError) {}
    package init(from decoder: inout WireDecoder) throws(WireError) {}
}

extension WireValue {
    /// The bytes of this value alone.
    package func wireBytes() throws(WireError) -> [UInt8] {
        var encoder = WireEncoder()
        try encode(to: &encoder)
        return encoder.bytes
    }

    /// A value that takes up all of the bytes.
    package init(wireBytes bytes: [UInt8]) throws(WireError) {
        var decoder = WireDecoder(bytes)
        try self.init(from: &decoder)
        try decoder.finish()
    }
}

/// Writes values: integers little-endian, strings and lists with their 32-bit length in front.
package struct WireEncoder: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// How many nested values are open; ``nested(_:)`` keeps it below the limit.
    private var depth = 0

    package init() {}

    /// An encoder whose bytes begin with room for the header of a frame.
    init(withHeader: Void) {
        // Most messages are small; one allocation, of 256 bytes, then does for all of it.
        bytes.reserveCapacity(224)
        bytes.append(contentsOf: Self.emptyHeader)
    }

    private static let emptyHeader = [UInt8](repeating: 0, count: Frame.headerBytes)

    /// Gives the bytes away, so that they can be changed without a copy.
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

    package mutating func boolean(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    package mutating func real(_ value: Double) {
        integer(value.bitPattern)
    }

    package mutating func string(_ value: String) throws(WireError) {
        let count = value.utf8.count
        guard count <= WireLimits.stringBytes else { throw .tooLarge("a string", limit: WireLimits.stringBytes) }
        append(value, count: count)
    }

    /// Raw bytes; the bound is that of the body.
    package mutating func data(_ value: [UInt8]) throws(WireError) {
        guard value.count <= WireLimits.bodyBytes else { throw .tooLarge("inline data", limit: WireLimits.bodyBytes) }
        integer(UInt32(value.count))
        bytes.append(contentsOf: value)
    }

    /// Text of a user, which may be as long as a body.
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

    package mutating func optional<Value>(
        _ value: Value?, _ body: (inout WireEncoder, Value) throws(WireError) -> Void
    ) throws(WireError) {
        boolean(value != nil)
        if let value { try body(&self, value) }
    }

    package mutating func list<Element>(
        _ values: [Element], _ body: (inout WireEncoder, Element) throws(WireError) -> Void
    ) throws(WireError) {
        guard values.count <= WireLimits.listElements else { throw .tooLarge("a list", limit: WireLimits.listElements) }
        integer(UInt32(values.count))
        for value in values { try body(&self, value) }
    }

    package mutating func value(_ value: some WireValue) throws(WireError) {
        try value.encode(to: &self)
    }

    package mutating func strings(_ values: [String]) throws(WireError) {
        try list(values) { (encoder, value) throws(WireError) in try encoder.string(value) }
    }

    /// Encodes a value that may contain its like, one level deeper: what the peer would refuse is
    /// refused here, where the caller can be told.
    package mutating func nested(_ body: (inout WireEncoder) throws(WireError) -> Void) throws(WireError) {
        guard depth < WireLimits.nesting else { throw .tooLarge("the nesting of a value", limit: WireLimits.nesting) }
        depth += 1
        defer { depth -= 1 }
        try body(&self)
    }
}

/// Reads what ``WireEncoder`` writes, from bytes that nobody vouches for.
package struct WireDecoder: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    /// How many nested values are open; ``nested(_:)`` keeps it below the limit.
    private var depth = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var left: Int { bytes.count - position }

    /// Passes the next bytes, as they lie there, to `body`.
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

    package mutating func boolean() throws(WireError) -> Bool {
        switch try next(UInt8.self) {
        case 0: return false
        case 1: return true
        case let other: throw .malformed("\(other) is no boolean")
        }
    }

    package mutating func real() throws(WireError) -> Double {
        Double(bitPattern: try next(UInt64.self))
    }

    private mutating func length(_ what: String, limit: Int) throws(WireError) -> Int {
        let count = Int(try next(UInt32.self))
        guard count <= limit else { throw .tooLarge(what, limit: limit) }
        return count
    }

    package mutating func string() throws(WireError) -> String {
        try characters("a string", limit: WireLimits.stringBytes)
    }

    private mutating func characters(_ what: String, limit: Int) throws(WireError) -> String {
        let count = try length(what, limit: limit)
        guard let string = try take(count, what, { String(validating: $0, as: UTF8.self) }) else {
            throw .malformed("\(what) is not UTF-8")
        }
        return string
    }

    package mutating func data() throws(WireError) -> [UInt8] {
        let count = try length("inline data", limit: WireLimits.bodyBytes)
        return try take(count, "inline data") { Array($0) }
    }

    package mutating func text() throws(WireError) -> String {
        try characters("a text", limit: WireLimits.bodyBytes)
    }

    package mutating func optional<Value>(
        _ body: (inout WireDecoder) throws(WireError) -> Value
    ) throws(WireError) -> Value? {
        try boolean() ? try body(&self) : nil
    }

    package mutating func list<Element>(
        _ body: (inout WireDecoder) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let count = try length("a list", limit: WireLimits.listElements)
        // Each element takes a byte at least; nothing is reserved on the word of the peer.
        guard count <= left else { throw .malformed("a list ends early") }
        var result: [Element] = []
        for _ in 0..<count { result.append(try body(&self)) }
        return result
    }

    package mutating func strings() throws(WireError) -> [String] {
        try list { (decoder) throws(WireError) in try decoder.string() }
    }

    /// Decodes a value that may contain its like, one level deeper.
    package mutating func nested<Value>(
        _ body: (inout WireDecoder) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        guard depth < WireLimits.nesting else { throw .tooLarge("the nesting of a value", limit: WireLimits.nesting) }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    /// Checks that nothing is left over.
    package func finish() throws(WireError) {
        guard left == 0 else { throw .malformed("\(left) bytes too many") }
    }
}
