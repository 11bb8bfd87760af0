import AppexProtocol
import AppexSystem
import AppexWire
import Testing

@Suite struct ItemValueTests {
    @Test(arguments: Samples.values.indices) func `a value reads as it was written`(_ index: Int) throws {
        let value = Samples.values[index]
        #expect(try ItemValue(wireBytes: value.wireBytes()) == value)
    }

    @Test func `a real that is no number keeps its bits`() throws {
        guard case .real(let read) = try ItemValue(wireBytes: ItemValue.real(.signalingNaN).wireBytes()) else {
            Issue.record("no real")
            return
        }
        #expect(read.bitPattern == Double.signalingNaN.bitPattern)
    }

    @Test func `a number without a sign has one form`() throws {
        for number in [UInt64(Int64.max) + 1, .max] {
            #expect(try ItemValue(wireBytes: ItemValue.unsigned(number).wireBytes()) == .unsigned(number))
        }
        for number in [0, 1, UInt64(Int64.max)] {
            let bytes = try ItemValue.unsigned(number).wireBytes()
            #expect(throws: WireError.malformed("the unsigned number \(number)")) { try ItemValue(wireBytes: bytes) }
        }
    }

    @Test func `equal dictionaries have equal bytes, in whatever order they were made`() throws {
        let keys = (0..<100).map { "key \($0)" }
        let forward = Dictionary(uniqueKeysWithValues: keys.map { ($0, ItemValue.string($0)) })
        let backward = Dictionary(uniqueKeysWithValues: keys.reversed().map { ($0, ItemValue.string($0)) })
        #expect(try ItemValue.dictionary(forward).wireBytes() == ItemValue.dictionary(backward).wireBytes())
    }

    @Test func `a tag that no value has is refused`() {
        for tag in 17...255 as ClosedRange<UInt8> {
            #expect(throws: WireError.malformed("value tag \(tag)")) { try ItemValue(wireBytes: [tag]) }
        }
    }

    @Test func `a key that stands twice in a dictionary is refused, however it is spelled`() throws {
        for (first, second) in [("a", "a"), ("\u{E9}", "e\u{301}")] {
            var encoder = WireEncoder()
            encoder.integer(UInt8(10))
            try encoder.list([first, second]) { (encoder, key) throws(WireError) in
                try encoder.string(key)
                encoder.integer(UInt8(0))
            }
            let bytes = encoder.bytes
            #expect(throws: WireError.malformed("a key twice in a dictionary")) { try ItemValue(wireBytes: bytes) }
        }
    }

    private static func nested(_ depth: Int) -> ItemValue {
        (0..<depth).reduce(.integer(1)) { value, level in
            level.isMultiple(of: 2) ? .array([value]) : .dictionary(["k": value])
        }
    }

    @Test func `values are nested as deep as allowed and no deeper, for writer and reader`() throws {
        let deepest = Self.nested(WireLimits.nesting)
        #expect(try ItemValue(wireBytes: deepest.wireBytes()) == deepest)
        let error = WireError.tooLarge("the nesting of a value", limit: WireLimits.nesting)
        #expect(throws: error) { try Self.nested(WireLimits.nesting + 1).wireBytes() }
        // An array in an array in an array, without an end.
        let endless = [UInt8]([9, 1, 0, 0, 0]).repeated(200_000)
        #expect(throws: error) { try ItemValue(wireBytes: endless) }
    }

    @Test func `the deepest value can be read on the loop's thread, whose stack is small`() async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let deepest = Self.nested(WireLimits.nesting)
        let bytes = try deepest.wireBytes()
        let read = await withCheckedContinuation { continuation in
            loop.execute { continuation.resume(returning: Result { try ItemValue(wireBytes: bytes) }) }
        }
        #expect(try read.get() == deepest)
    }
}

extension [UInt8] {
    fileprivate func repeated(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        for _ in 0..<count { result += self }
        return result
    }
}
