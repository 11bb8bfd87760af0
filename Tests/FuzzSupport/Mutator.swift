/// Changes bytes as a careless or hostile peer might, the same way each time for the same seed.
package struct Mutator {
    private var state: UInt64

    /// Starts the sequence of changes that belongs to `seed`.
    package init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// xorshift64*.
    private mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// A number from 0 up to, but not including, `bound`; 0 when `bound` is not positive.
    package mutating func number(below bound: Int) -> Int {
        Int(truncatingIfNeeded: next() >> 33) % max(1, bound)
    }

    /// Bytes that stand at the edges of lengths, tags and UTF-8.
    private static let edges: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xC3, 0xED, 0xF4, 0xFE, 0xFF]

    /// Applies one to four changes after the header, and makes the length in the header true again, so
    /// that most of what comes out reaches the readers of messages; every eighth time the header is
    /// changed as well and the length left as it is.
    package mutating func mutate(_ packet: [UInt8], headerBytes: Int, other: [UInt8]) -> [UInt8] {
        var bytes = packet
        let wild = number(below: 8) == 0
        let start = wild ? 0 : headerBytes
        for _ in 0...number(below: 4) { change(&bytes, from: start, other) }
        if !wild {
            let length = UInt32(bytes.count)
            for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index))) }
        }
        return bytes
    }

    /// Applies one to four changes anywhere; some of them insert a piece of `other`.
    package mutating func mutate(_ bytes: [UInt8], other: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...number(below: 4) { change(&bytes, from: 0, other) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], from start: Int, _ other: [UInt8]) {
        guard bytes.count > start else { return bytes.append(UInt8(truncatingIfNeeded: next())) }
        let place = start + number(below: bytes.count - start)
        switch number(below: 8) {
        case 0, 1: bytes[place] ^= 1 << UInt8(number(below: 8))
        case 2: bytes[place] = Self.edges[number(below: Self.edges.count)]
        case 3: bytes[place] = UInt8(truncatingIfNeeded: next())
        case 4: bytes.removeSubrange(place...)
        case 5: bytes.remove(at: place)
        case 6: bytes.insert(Self.edges[number(below: Self.edges.count)], at: place)
        default:
            let from = number(below: other.count)
            bytes.insert(contentsOf: other[from..<min(other.count, from + 1 + number(below: 16))], at: place)
        }
    }
}
