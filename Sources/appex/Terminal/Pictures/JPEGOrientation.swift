/// How a camera was held: the tag of that name in a JPEG file's Exif segment, 1 to 8.
struct JPEGOrientation {
    private let number: Int

    static let upright = JPEGOrientation(number: 1)

    private init(number: Int) { self.number = number }

    /// - Returns: nil for another segment, and one that does not say.
    init?(_ segment: [UInt8]) {
        guard segment.starts(with: Array("Exif\0\0".utf8)), segment.count > 14 else { return nil }
        let bytes = Array(segment.dropFirst(6))
        let isLittle = bytes[0] == UInt8(ascii: "I")
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= bytes.count else { return nil }
            let part = bytes[place..<place + count]
            return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let list = number(4, 4), let count = number(list, 2) else { return nil }
        for entry in 0..<min(count, 64) where number(list + 2 + entry * 12, 2) == 0x0112 {
            guard let value = number(list + 2 + entry * 12 + 8, 2), (1...8).contains(value) else { return nil }
            self.number = value
            return
        }
        return nil
    }

    /// The picture as it was seen.
    func upright(_ picture: Picture) -> Picture {
        guard number > 1 else { return picture }
        let (width, height) = (picture.pixelSize.width, picture.pixelSize.height)
        let isTurned = number > 4
        let size = isTurned ? CellSize(width: height, height: width) : picture.pixelSize
        var pixels: [Picture.Pixel] = []
        pixels.reserveCapacity(picture.pixels.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (column, row) =
                    switch number {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                pixels.append(picture.pixels[row * width + column])
            }
        }
        let whole = picture.size
        return Picture(
            size: isTurned ? CellSize(width: whole.height, height: whole.width) : whole, pixelSize: size, pixels: pixels
        )
    }
}
