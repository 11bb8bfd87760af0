import OpenViewTree

extension Picture {
    /// A JPEG file in an eighth of its size: the mean of each block of 8 by 8 pixels, which is what the file says of a
    /// block first. That is about what a terminal can show of a photograph, and needs none of the arithmetic of the rest.
    ///
    /// - Returns: nil for a file that is broken, or of a kind that cameras do not make.
    init?(jpeg bytes: [UInt8]) {
        var decoder = JPEGMeans(bytes)
        guard let picture = decoder.run() else { return nil }
        self = picture
    }
}

/// Reads the means of the blocks of a JPEG file (ITU T.81), baseline or progressive.
private struct JPEGMeans {
    private struct Component {
        let id: UInt8
        let across: Int
        let along: Int
        let table: Int
        var columns = 0
        var means: [Int16] = []
        var codes = (first: 0, rest: 0)
        var last = 0
    }

    private struct Code {
        var counts = [Int](repeating: 0, count: 17)
        var symbols: [UInt8] = []
    }

    private struct Broken: Error {}

    private let bytes: [UInt8]
    private var place = 2
    private var size = CellSize(width: 0, height: 0)
    private var isProgressive = false
    private var components: [Component] = []
    private var steps = [Int](repeating: 1, count: 4)
    private var firstCodes = [Code](repeating: Code(), count: 4)
    private var restCodes = [Code](repeating: Code(), count: 4)
    private var interval = 0
    private var orientation = JPEGOrientation.upright
    private var bits: UInt32 = 0
    private var bitCount = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Up to the first scan that has means, which is the first one.
    mutating func run() -> Picture? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { return nil }
            let content = Array(bytes[place + 4..<place + 2 + length])
            place += 2 + length
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                isProgressive = marker == 0xC2
                guard readFrame(content) else { return nil }
            case 0xE1: orientation = JPEGOrientation(content) ?? orientation
            case 0xC4: guard readCodes(content) else { return nil }
            case 0xDB: guard readSteps(content) else { return nil }
            case 0xDD: if content.count >= 2 { interval = Int(content[0]) << 8 | Int(content[1]) }
            case 0xDA:
                guard let scan = readScan(content) else { return nil }
                // What is missing at the end of a broken file stays grey.
                try? readMeans(scan.components, shift: scan.shift)
                return orientation.upright(picture())
            case 0xC3, 0xC5...0xC7, 0xC9...0xCF: return nil
            default: break
            }
        }
        return nil
    }

    private mutating func readFrame(_ content: [UInt8]) -> Bool {
        guard content.count >= 6, content[0] == 8, components.isEmpty else { return false }
        size = CellSize(width: Int(content[3]) << 8 | Int(content[4]), height: Int(content[1]) << 8 | Int(content[2]))
        let count = Int(content[5])
        guard size.width > 0, size.height > 0, size.width <= ViewLimits.imagePixels / size.height,
            [1, 3].contains(count), content.count >= 6 + 3 * count
        else { return false }
        for index in 0..<count {
            let part = content[6 + 3 * index..<9 + 3 * index].map { $0 }
            let (across, along) = (Int(part[1] >> 4), Int(part[1] & 15))
            guard (1...4).contains(across), (1...4).contains(along), part[2] < 4 else { return false }
            components.append(Component(id: part[0], across: across, along: along, table: Int(part[2])))
        }
        let units = self.units
        for index in components.indices {
            components[index].columns = units.across * components[index].across
            let rows = units.along * components[index].along
            components[index].means = Array(repeating: 0, count: components[index].columns * rows)
        }
        return true
    }

    private var widest: (across: Int, along: Int) {
        (components.map(\.across).max() ?? 1, components.map(\.along).max() ?? 1)
    }

    /// Groups of blocks of all components.
    private var units: (across: Int, along: Int) {
        (
            (size.width + 8 * widest.across - 1) / (8 * widest.across),
            (size.height + 8 * widest.along - 1) / (8 * widest.along)
        )
    }

    private mutating func readSteps(_ content: [UInt8]) -> Bool {
        var rest = content[...]
        while let kind = rest.popFirst() {
            let isWide = kind >> 4 == 1
            guard kind & 15 < 4, rest.count >= (isWide ? 128 : 64), let first = rest.first else { return false }
            let second = rest[rest.startIndex + 1]
            steps[Int(kind & 15)] = isWide ? Int(first) << 8 | Int(second) : Int(first)
            rest = rest.dropFirst(isWide ? 128 : 64)
        }
        return true
    }

    private mutating func readCodes(_ content: [UInt8]) -> Bool {
        var rest = content[...]
        while let kind = rest.popFirst() {
            guard kind & 15 < 4, rest.count >= 16 else { return false }
            var code = Code()
            for (index, count) in rest.prefix(16).enumerated() { code.counts[index + 1] = Int(count) }
            rest = rest.dropFirst(16)
            let count = code.counts.reduce(0, +)
            guard rest.count >= count else { return false }
            code.symbols = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            if kind >> 4 == 0 { firstCodes[Int(kind & 15)] = code } else { restCodes[Int(kind & 15)] = code }
        }
        return true
    }

    private mutating func readScan(_ content: [UInt8]) -> (components: [Int], shift: Int)? {
        guard let count = content.first.map(Int.init), content.count >= 4 + 2 * count else { return nil }
        var chosen: [Int] = []
        for index in 0..<count {
            let codes = content[2 + 2 * index]
            guard let component = components.firstIndex(where: { $0.id == content[1 + 2 * index] }), codes >> 4 < 4,
                codes & 15 < 4
            else { return nil }
            components[component].codes = (Int(codes >> 4), Int(codes & 15))
            chosen.append(component)
        }
        // A scan of the first values of all components together is what encoders write first.
        let shift = isProgressive ? Int(content[3 + 2 * count] & 15) : 0
        return chosen.count == components.count && content[1 + 2 * count] == 0 ? (chosen, shift) : nil
    }

    // MARK: Means

    private mutating func readMeans(_ chosen: [Int], shift: Int) throws(Broken) {
        let units = self.units
        // One component alone has no groups.
        let isAlone = components.count == 1
        let columns = isAlone ? (size.width + 7) / 8 : units.across
        let rows = isAlone ? (size.height + 7) / 8 : units.along
        for unit in 0..<columns * rows {
            if interval > 0, unit > 0, unit.isMultiple(of: interval) { restart() }
            for index in chosen {
                let (across, along) = isAlone ? (1, 1) : (components[index].across, components[index].along)
                for y in 0..<along {
                    for x in 0..<across {
                        let mean = try readBlock(index)
                        let place =
                            (unit / columns * along + y) * components[index].columns + unit % columns * across + x
                        if components[index].means.indices.contains(place) {
                            components[index].means[place] = Int16(clamping: mean << shift)
                        }
                    }
                }
            }
        }
    }

    /// The first value of a block, as the difference from the last one; the others are passed over.
    private mutating func readBlock(_ index: Int) throws(Broken) -> Int {
        let codes = components[index].codes
        let length = Int(try symbol(firstCodes[codes.first]))
        guard length <= 11 else { throw Broken() }
        let value = try take(length)
        let difference = length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value
        components[index].last = max(-32_768, min(32_767, components[index].last + difference))
        var passed = 1
        while !isProgressive && passed < 64 {
            let symbol = try symbol(restCodes[codes.rest])
            if symbol & 15 > 0 {
                _ = try take(Int(symbol & 15))
            } else if symbol != 0xF0 {
                break
            }
            passed += Int(symbol >> 4) + 1
        }
        return components[index].last
    }

    private mutating func symbol(_ code: Code) throws(Broken) -> UInt8 {
        var value = 0
        var first = 0
        var index = 0
        for length in 1..<17 {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Broken()
    }

    private mutating func take(_ count: Int) throws(Broken) -> Int {
        while bitCount < count {
            guard place < bytes.count else { throw Broken() }
            let byte = bytes[place]
            if byte == 0xFF {
                // A zero byte says that it is no marker.
                guard place + 1 < bytes.count, bytes[place + 1] == 0 else { throw Broken() }
                place += 1
            }
            place += 1
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
        }
        bitCount -= count
        return Int(bits >> UInt32(bitCount)) & (1 << count - 1)
    }

    /// Goes on behind a mark that encoders put in so that one broken bit does not spoil the rest.
    private mutating func restart() {
        (bits, bitCount) = (0, 0)
        if place + 1 < bytes.count, bytes[place] == 0xFF, (0xD0...0xD7).contains(bytes[place + 1]) { place += 2 }
        for index in components.indices { components[index].last = 0 }
    }

    // MARK: Pixels

    private func picture() -> Picture {
        let blocks = CellSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
        var pixels: [Picture.Pixel] = []
        pixels.reserveCapacity(blocks.width * blocks.height)
        for y in 0..<blocks.height {
            for x in 0..<blocks.width {
                let parts = components.map { component -> Double in
                    let column = x * component.across / widest.across
                    let row = y * component.along / widest.along
                    let place = row * component.columns + column
                    return Double(Int(component.means[place]) * steps[component.table]) / 8
                }
                pixels.append(Self.pixel(parts))
            }
        }
        return Picture(size: size, pixelSize: blocks, pixels: pixels)
    }

    private static func pixel(_ parts: [Double]) -> Picture.Pixel {
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value + 128))) }
        guard parts.count == 3 else {
            return Picture.Pixel(red: byte(parts[0]), green: byte(parts[0]), blue: byte(parts[0]))
        }
        return Picture.Pixel(
            red: byte(parts[0] + 1.402 * parts[2]), green: byte(parts[0] - 0.344 * parts[1] - 0.714 * parts[2]),
            blue: byte(parts[0] + 1.772 * parts[1]))
    }
}
