/// Unpacks what zlib has packed (RFC 1950 and 1951), which PNG files hold their pixels as.
///
/// Everything that is read is checked; a stream that is broken ends the work with what is nil.
struct Inflate {
    private let input: ArraySlice<UInt8>
    private var place: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    private struct Broken: Error {}

    /// - Parameter limit: how many bytes come of it at most; the rest is not unpacked.
    static func unpack(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        // Method 8, no preset dictionary.
        guard packed.count > 2, packed[packed.startIndex] & 0x0F == 8, packed[packed.startIndex + 1] & 0x20 == 0 else {
            return nil
        }
        var inflate = Inflate(packed.dropFirst(2), limit)
        return (try? inflate.run()).map { inflate.output }
    }

    private init(_ input: ArraySlice<UInt8>, _ limit: Int) {
        self.input = input
        self.limit = limit
        place = input.startIndex
        output.reserveCapacity(limit)
    }

    private mutating func run() throws(Broken) {
        var isLast = false
        while !isLast && output.count < limit {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try expand(Self.fixedLengths, Self.fixedDistances)
            case 2:
                let codes = try readCodes()
                try expand(codes.lengths, codes.distances)
            default: throw Broken()
            }
        }
    }

    private mutating func take(_ count: Int) throws(Broken) -> Int {
        while bitCount < count {
            guard place < input.endIndex else { throw Broken() }
            bits |= UInt32(input[place]) << UInt32(bitCount)
            place += 1
            bitCount += 8
        }
        defer {
            bits >>= UInt32(count)
            bitCount -= count
        }
        return Int(bits & ((1 << UInt32(count)) - 1))
    }

    private mutating func copyStored() throws(Broken) {
        (bits, bitCount) = (0, 0)
        let count = try take(16)
        guard try take(16) == count ^ 0xFFFF, place + count <= input.endIndex else { throw Broken() }
        output += input[place..<place + count]
        place += count
    }

    // MARK: Codes

    /// Numbers by codes of different lengths: how many codes each length has, and the numbers in the order of their codes.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: [Int]) {
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        }
    }

    private static let fixedLengths = Code(
        [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
            + [Int](repeating: 8, count: 8))
    private static let fixedDistances = Code([Int](repeating: 5, count: 30))

    private mutating func symbol(_ code: Code) throws(Broken) -> Int {
        var value = 0
        var first = 0
        var index = 0
        for length in 1..<16 {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Broken()
    }

    private mutating func readCodes() throws(Broken) -> (lengths: Code, distances: Code) {
        let counts = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var small = [Int](repeating: 0, count: 19)
        for index in 0..<counts.2 { small[order[index]] = try take(3) }
        let code = Code(small)
        var lengths: [Int] = []
        while lengths.count < counts.0 + counts.1 {
            switch try symbol(code) {
            case 16:
                guard let last = lengths.last else { throw Broken() }
                lengths += [Int](repeating: last, count: try take(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try take(3) + 3)
            case 18: lengths += [Int](repeating: 0, count: try take(7) + 11)
            case let length: lengths.append(length)
            }
        }
        guard lengths.count == counts.0 + counts.1 else { throw Broken() }
        return (Code(Array(lengths[..<counts.0])), Code(Array(lengths[counts.0...])))
    }

    private mutating func expand(_ lengths: Code, _ distances: Code) throws(Broken) {
        while output.count < limit {
            let symbol = try symbol(lengths)
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            guard symbol > 256 else { return }
            let length = try extended(symbol - 257, Self.lengthBases, Self.lengthBits)
            let distance = try extended(try self.symbol(distances), Self.distanceBases, Self.distanceBits)
            guard distance <= output.count else { throw Broken() }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func extended(_ symbol: Int, _ bases: [Int], _ bits: [Int]) throws(Broken) -> Int {
        guard bases.indices.contains(symbol) else { throw Broken() }
        return bases[symbol] + (try take(bits[symbol]))
    }

    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let distanceBits = (0..<30).map { max(0, $0 / 2 - 1) }
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
}
