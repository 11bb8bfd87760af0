import Glibc

/// The segments of a JPEG file, in order, up to the end marker or the first invalid byte.
struct JPEGSegments: Sequence, IteratorProtocol {
    struct Segment {
        /// The second byte of its marker.
        let marker: UInt8
        /// The bytes of the segment; those of a start of scan include the compressed data after it.
        let range: Range<Int>

        /// Whether it is a frame, which states the picture's size.
        var isFrame: Bool { JPEGSegments.isFrame(marker) }

        /// The size in a frame, in pixels.
        ///
        /// - Returns: nil for a frame that is too short.
        func size(in bytes: [UInt8]) -> (width: Int, height: Int)? {
            guard range.count >= 9, let height = bytes.bigEndian16(at: range.lowerBound + 5),
                let width = bytes.bigEndian16(at: range.lowerBound + 7)
            else { return nil }
            return (width, height)
        }
    }

    static let endOfImage: UInt8 = 0xD9
    static let filling: UInt8 = 0xFF
    /// Whether a marker is that of a frame: those from C0 to CF, except the three tables among them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static let startOfImage: UInt8 = 0xD8
    private static let startOfScan: UInt8 = 0xDA

    private let bytes: [UInt8]
    private var position = 0
    private var isOver = false

    /// - Returns: nil for bytes that do not begin as a JPEG file does.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, Self.startOfImage, 0xFF]) else { return nil }
        self.bytes = bytes
    }

    mutating func next() -> Segment? {
        let start = position
        guard !isOver, start + 2 <= bytes.count, bytes[start] == 0xFF else { return nil }
        let marker = bytes[start + 1]
        switch marker {
        case Self.endOfImage:
            isOver = true
            position += 2
        // Marks without anything behind them.
        case Self.startOfImage, 0x01, 0xD0...0xD7: position += 2
        // A byte that fills the room before a marker.
        case Self.filling: position += 1
        // A byte of compressed data, which no scan precedes.
        case 0x00: return nil
        default:
            guard let length = bytes.bigEndian16(at: start + 2), length >= 2 else { return nil }
            let end = start + 2 + length
            // The size in a frame can be read even if the file ends inside of the frame.
            guard end <= bytes.count || Self.isFrame(marker) else { return nil }
            position = Swift.min(end, bytes.count)
            if marker == Self.startOfScan { skipCompressedData() }
        }
        return Segment(marker: marker, range: start..<position)
    }

    /// Continues at the next marker, without those inside compressed data.
    private mutating func skipCompressedData() {
        bytes.withUnsafeBytes { bytes in
            while position < bytes.count {
                guard let start = bytes.baseAddress?.advanced(by: position),
                    let found = memchr(start, 0xFF, bytes.count - position)
                else { break }
                position += UnsafeRawPointer(found) - start
                let next = position + 1 < bytes.count ? bytes[position + 1] : 0
                if position + 1 < bytes.count, next != 0, !(0xD0...0xD7).contains(next) { return }
                position += 2
            }
            position = bytes.count
        }
    }
}
