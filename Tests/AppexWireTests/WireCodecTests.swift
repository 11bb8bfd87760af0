import AppexSystem
import AppexWire
import Synchronization
import Testing

@Suite struct WireCodecTests {
    private static func encoded(_ body: (inout WireEncoder) throws(WireError) -> Void) throws(WireError) -> [UInt8] {
        var encoder = WireEncoder()
        try body(&encoder)
        return encoder.bytes
    }

    private static func decoded<Value>(
        _ bytes: [UInt8], _ body: (inout WireDecoder) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        var decoder = WireDecoder(bytes)
        let value = try body(&decoder)
        try decoder.finish()
        return value
    }

    @Test func `integers are little-endian and keep their sign`() throws {
        #expect(
            try Self.encoded { (encoder) throws(WireError) in encoder.integer(UInt32(0x0102_0304)) } == [4, 3, 2, 1])
        for value in [Int64.min, -1, 0, 1, .max] {
            let bytes = try Self.encoded { (encoder) throws(WireError) in encoder.integer(value) }
            #expect(bytes.count == 8)
            #expect(try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.integer(Int64.self) } == value)
        }
        for value in [UInt16.min, 0x1234, .max] {
            let bytes = try Self.encoded { (encoder) throws(WireError) in encoder.integer(value) }
            #expect(
                try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.integer(UInt16.self) } == value)
        }
    }

    @Test func `reals keep every bit, those of no number too`() throws {
        for value in [0, -0.0, 1.5, .pi, .infinity, -.infinity, .leastNonzeroMagnitude, Double.signalingNaN, .nan] {
            let bytes = try Self.encoded { (encoder) throws(WireError) in encoder.real(value) }
            let read = try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.real() }
            #expect(read.bitPattern == value.bitPattern)
        }
    }

    @Test func `booleans are 0 or 1, nothing else`() throws {
        for value in [true, false] {
            let bytes = try Self.encoded { (encoder) throws(WireError) in encoder.boolean(value) }
            #expect(bytes == [value ? 1 : 0])
            #expect(try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.boolean() } == value)
        }
        #expect(throws: WireError.malformed("2 is no boolean")) {
            try Self.decoded([2]) { (decoder) throws(WireError) in try decoder.boolean() }
        }
    }

    @Test(arguments: [
        "", "abc", "héllo wörld", "日本語", "👩‍👩‍👧‍👦", "a\0b", "e\u{301}", String(repeating: "x", count: WireLimits.stringBytes),
    ])
    func `strings keep their bytes`(_ value: String) throws {
        let bytes = try Self.encoded { (encoder) throws(WireError) in try encoder.string(value) }
        let read = try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.string() }
        #expect(Array(read.utf8) == Array(value.utf8))
        let text = try Self.encoded { (encoder) throws(WireError) in try encoder.text(value) }
        #expect(text == bytes)
        #expect(try Self.decoded(text) { (decoder) throws(WireError) in try decoder.text() } == value)
    }

    @Test func `bytes that are no UTF-8 are refused`() throws {
        for wrong in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]] as [[UInt8]] {
            let bytes = try Self.encoded { (encoder) throws(WireError) in try encoder.data(wrong) }
            #expect(throws: WireError.malformed("a string is not UTF-8")) {
                try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.string() }
            }
            #expect(throws: WireError.malformed("a text is not UTF-8")) {
                try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.text() }
            }
        }
    }

    @Test func `lists, optionals and data read as they were written`() throws {
        let bytes = try Self.encoded { (encoder) throws(WireError) in
            try encoder.strings(["a", "", "b"])
            try encoder.optional(nil as UInt8?) { (encoder, value) throws(WireError) in encoder.integer(value) }
            try encoder.optional(7 as UInt8) { (encoder, value) throws(WireError) in encoder.integer(value) }
            try encoder.data([1, 2])
            try encoder.list([UInt16(1), 2]) { (encoder, value) throws(WireError) in encoder.integer(value) }
        }
        var decoder = WireDecoder(bytes)
        #expect(try decoder.strings() == ["a", "", "b"])
        let integer: (inout WireDecoder) throws(WireError) -> UInt8 = { (decoder) throws(WireError) in
            try decoder.integer()
        }
        #expect(try decoder.optional(integer) == nil)
        #expect(try decoder.optional(integer) == 7)
        #expect(try decoder.data() == [1, 2])
        #expect(try decoder.list { (decoder) throws(WireError) -> UInt16 in try decoder.integer() } == [1, 2])
        try decoder.finish()
    }

    @Test func `every value that ends early is refused, wherever it ends`() throws {
        let bytes = try Self.encoded { (encoder) throws(WireError) in
            encoder.integer(UInt64(1))
            try encoder.string("abc")
            try encoder.data([1, 2, 3])
            try encoder.strings(["x", "y"])
            try encoder.optional("z") { (encoder, value) throws(WireError) in try encoder.text(value) }
            encoder.real(1)
        }
        let read: (inout WireDecoder) throws(WireError) -> Void = { (decoder) throws(WireError) in
            _ = try decoder.integer(UInt64.self)
            _ = try decoder.string()
            _ = try decoder.data()
            _ = try decoder.strings()
            _ = try decoder.optional { (decoder) throws(WireError) in try decoder.text() }
            _ = try decoder.real()
        }
        #expect(throws: Never.self) { try Self.decoded(bytes, read) }
        for count in bytes.indices {
            let error = #expect(throws: WireError.self, "\(count) of \(bytes.count) bytes") {
                try Self.decoded(Array(bytes[..<count]), read)
            }
            guard case .malformed = error else {
                Issue.record("\(count): \(String(describing: error))")
                return
            }
        }
        #expect(throws: WireError.malformed("1 bytes too many")) { try Self.decoded(bytes + [0], read) }
    }

    @Test func `what exceeds a limit is refused by both sides`() throws {
        let long = String(repeating: "x", count: WireLimits.stringBytes + 1)
        #expect(throws: WireError.tooLarge("a string", limit: WireLimits.stringBytes)) {
            try Self.encoded { (encoder) throws(WireError) in try encoder.string(long) }
        }
        let text = try Self.encoded { (encoder) throws(WireError) in try encoder.text(long) }
        #expect(throws: WireError.tooLarge("a string", limit: WireLimits.stringBytes)) {
            try Self.decoded(text) { (decoder) throws(WireError) in try decoder.string() }
        }
        let list = [UInt8](repeating: 0, count: WireLimits.listElements + 1)
        #expect(throws: WireError.tooLarge("a list", limit: WireLimits.listElements)) {
            try Self.encoded { (encoder) throws(WireError) in
                try encoder.list(list) { (encoder, value) throws(WireError) in encoder.integer(value) }
            }
        }
        let huge = [UInt8](repeating: 65, count: WireLimits.bodyBytes + 1)
        #expect(throws: WireError.tooLarge("inline data", limit: WireLimits.bodyBytes)) {
            try Self.encoded { (encoder) throws(WireError) in try encoder.data(huge) }
        }
        #expect(throws: WireError.tooLarge("a text", limit: WireLimits.bodyBytes)) {
            try Self.encoded { (encoder) throws(WireError) in try encoder.text(String(decoding: huge, as: UTF8.self)) }
        }
    }

    @Test func `lengths beyond all bounds cost nothing`() {
        for length in [UInt32(WireLimits.listElements) + 1, .max, .max / 2 + 1] {
            var encoder = WireEncoder()
            encoder.integer(length)
            let bytes = encoder.bytes
            #expect(throws: WireError.self) {
                try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.strings() }
            }
            #expect(throws: WireError.self) {
                try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.string() }
            }
            #expect(throws: WireError.self) {
                try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.data() }
            }
            #expect(throws: WireError.self) {
                try Self.decoded(bytes) { (decoder) throws(WireError) in try decoder.text() }
            }
        }
        // A list that says that it is longer than the bytes that are left.
        #expect(throws: WireError.malformed("a list ends early")) {
            try Self.decoded([255, 255, 0, 0, 1]) { (decoder) throws(WireError) in try decoder.strings() }
        }
    }

    @Test
    func `nesting is bounded for writer and reader, and the bound holds for one value and not for its neighbours`()
        throws
    {
        func nest(_ encoder: inout WireEncoder, _ depth: Int) throws(WireError) {
            guard depth > 0 else { return encoder.boolean(true) }
            try encoder.nested { (encoder) throws(WireError) in try nest(&encoder, depth - 1) }
        }
        func unnest(_ decoder: inout WireDecoder, _ depth: Int) throws(WireError) -> Bool {
            guard depth > 0 else { return try decoder.boolean() }
            return try decoder.nested { (decoder) throws(WireError) in try unnest(&decoder, depth - 1) }
        }
        let limit = WireLimits.nesting
        let bytes = try Self.encoded { (encoder) throws(WireError) in
            for _ in 0..<3 { try nest(&encoder, limit) }
        }
        let read = try Self.decoded(bytes) { (decoder) throws(WireError) in
            [try unnest(&decoder, limit), try unnest(&decoder, limit), try unnest(&decoder, limit)]
        }
        #expect(read == [true, true, true])
        #expect(throws: WireError.tooLarge("the nesting of a value", limit: limit)) {
            try Self.encoded { (encoder) throws(WireError) in try nest(&encoder, limit + 1) }
        }
        #expect(throws: WireError.tooLarge("the nesting of a value", limit: limit)) {
            try Self.decoded([1]) { (decoder) throws(WireError) in try unnest(&decoder, limit + 1) }
        }
    }
}
