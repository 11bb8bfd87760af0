/// The format and size of a picture, read from the first bytes of its file.
package struct ImageHeader {
    /// The format of the file.
    package let format: ViewImage.Format
    /// The width in pixels, as the header states it.
    package let width: Int
    /// The height in pixels, as the header states it.
    package let height: Int

    /// Reads the header of a PNG or JPEG file.
    ///
    /// - Returns: nil if the bytes are neither.
    package init?(_ bytes: [UInt8]) {
        guard let header = Self.png(bytes) ?? Self.jpeg(bytes) else { return nil }
        self = header
    }

    /// Whether the picture has at least one pixel and at most `pixels`.
    package func fits(_ pixels: Int) -> Bool { width > 0 && height > 0 && width <= pixels / height }

    private init(_ format: ViewImage.Format, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// The signature, then the chunk IHDR, whose length is 13.
    private static let pngStart: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]

    private static func png(_ bytes: [UInt8]) -> ImageHeader? {
        guard bytes.starts(with: pngStart), let width = number(bytes, at: 16, bytes: 4),
            let height = number(bytes, at: 20, bytes: 4)
        else { return nil }
        return ImageHeader(.png, width: width, height: height)
    }

    /// Follows the markers up to the start of the frame.
    private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var place = 2
        while place + 1 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            switch marker {
            // Any number of fill bytes may precede a marker.
            case 0xFF: place += 1
            // Markers without a length.
            case 0x01, 0xD0...0xD7: place += 2
            // The start of a frame, for each coding; C4, C8 and CC have other meanings.
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = number(bytes, at: place + 5, bytes: 2),
                    let width = number(bytes, at: place + 7, bytes: 2)
                else { return nil }
                return ImageHeader(.jpeg, width: width, height: height)
            // The start of a scan or the end of the picture: the frame must precede it.
            case 0xDA, 0xD9, 0xD8, 0x00: return nil
            default:
                guard let length = number(bytes, at: place + 2, bytes: 2), length >= 2 else { return nil }
                place += 2 + length
            }
        }
        return nil
    }

    /// A big-endian number; nil beyond the end.
    private static func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
