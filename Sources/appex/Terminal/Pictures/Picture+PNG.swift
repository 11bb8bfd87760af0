extension Picture {
    /// More bytes than that are not unpacked: the picture is shown as a frame.
    private static let rawLimit = 32 * 1024 * 1024

    /// A PNG file that is not interlaced.
    ///
    /// - Returns: nil for one that is, is broken, or has too many pixels to be worth it in a terminal.
    init?(png bytes: [UInt8]) {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        var header: PNGHeader?
        var palette: [UInt8] = []
        var clear: [UInt8] = []
        var packed: [UInt8] = []
        var place = 8
        while place + 12 <= bytes.count {
            let length = Int(PNGHeader.number(bytes, place))
            let start = place + 8
            guard length <= bytes.count - start - 4 else { break }
            let content = bytes[start..<start + length]
            switch String(decoding: bytes[place + 4..<start], as: UTF8.self) {
            case "IHDR": header = PNGHeader(content)
            case "PLTE": palette = Array(content)
            case "tRNS": clear = Array(content)
            case "IDAT": packed += content
            default: break
            }
            place = start + length + 4
        }
        guard let header else { return nil }
        let raw = (header.stride + 1) * header.size.height
        guard raw <= Self.rawLimit, let rows = Inflate.unpack(packed[...], limit: raw), rows.count >= raw else {
            return nil
        }
        self.init(header, rows, palette, clear)
    }

    private init(_ header: PNGHeader, _ rows: [UInt8], _ palette: [UInt8], _ clear: [UInt8]) {
        var above = [UInt8](repeating: 0, count: header.stride)
        var pixels: [Pixel] = []
        let shrink = Self.shrinking(header.size)
        for y in 0..<header.size.height {
            let start = y * (header.stride + 1)
            var line = Array(rows[start + 1..<start + 1 + header.stride])
            header.unfilter(&line, above, rows[start])
            above = line
            guard y.isMultiple(of: shrink) else { continue }
            for x in stride(from: 0, to: header.size.width, by: shrink) {
                pixels.append(header.pixel(line, x, palette, clear))
            }
        }
        self.init(shrink: shrink, of: header.size, pixels: pixels)
    }
}

/// What the header of a PNG file says.
private struct PNGHeader {
    let size: CellSize
    private let depth: Int
    private let channels: Int
    private let isIndexed: Bool

    init?(_ content: ArraySlice<UInt8>) {
        let content = Array(content)
        guard content.count == 13, content[12] == 0 else { return nil }
        let (width, height) = (Self.number(content, 0), Self.number(content, 4))
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][content[9]]
        guard let channels, [1, 2, 4, 8, 16].contains(content[8]), (1...65_536).contains(width),
            (1...65_536).contains(height)
        else { return nil }
        size = CellSize(width: Int(width), height: Int(height))
        depth = Int(content[8])
        self.channels = channels
        isIndexed = content[9] == 3
    }

    static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Bytes of a row.
    var stride: Int { (size.width * channels * depth + 7) / 8 }
    private var pixelBytes: Int { max(1, channels * depth / 8) }

    /// Adds to each byte what it was told as the difference from.
    func unfilter(_ line: inout [UInt8], _ above: [UInt8], _ filter: UInt8) {
        for index in line.indices {
            let left = index >= pixelBytes ? Int(line[index - pixelBytes]) : 0
            let up = Int(above[index])
            let corner = index >= pixelBytes ? Int(above[index - pixelBytes]) : 0
            let guess: Int
            switch filter {
            case 1: guess = left
            case 2: guess = up
            case 3: guess = (left + up) / 2
            case 4:
                let estimate = left + up - corner
                let (a, b, c) = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
                guess = a <= b && a <= c ? left : b <= c ? up : corner
            default: guess = 0
            }
            line[index] &+= UInt8(truncatingIfNeeded: guess)
        }
    }

    func pixel(_ line: [UInt8], _ x: Int, _ palette: [UInt8], _ clear: [UInt8]) -> Picture.Pixel {
        let parts = (0..<channels).map { sample(line, x * channels + $0) }
        if isIndexed {
            let index = Int(parts[0])
            guard index * 3 + 2 < palette.count else { return Picture.Pixel(red: 0, green: 0, blue: 0) }
            return Picture.Pixel(
                red: palette[index * 3], green: palette[index * 3 + 1], blue: palette[index * 3 + 2],
                alpha: index < clear.count ? clear[index] : 255)
        }
        let gray = channels < 3
        return Picture.Pixel(
            red: parts[0], green: gray ? parts[0] : parts[1], blue: gray ? parts[0] : parts[2],
            alpha: channels.isMultiple(of: 2) ? parts[channels - 1] : 255)
    }

    /// One value of eight bits; an index as it is.
    private func sample(_ line: [UInt8], _ index: Int) -> UInt8 {
        switch depth {
        case 8: return line[index]
        case 16: return line[index * 2]
        default:
            let bit = index * depth
            let value = line[bit / 8] >> UInt8(8 - depth - bit % 8) & UInt8(1 << depth - 1)
            return isIndexed ? value : value * UInt8(255 / (1 << depth - 1))
        }
    }
}
