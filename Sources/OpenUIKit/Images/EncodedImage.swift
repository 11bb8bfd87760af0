import AppexDecoding
import Foundation
import OpenFoundation

/// A picture as the bytes of a file, of which only the header has been read.
///
/// Headers of JPEG and PNG are read here, so that an extension that shows a photograph or passes it on need not load
/// a library for that. What such a file says beside the picture (place, camera, comments) is left out at once.
struct EncodedImage: Sendable {
    enum Format: Sendable {
        case jpeg, png
        /// Another one that the library reads.
        case other
    }

    let data: Data
    let format: Format
    /// Pixels of the upright picture.
    let width: Int
    let height: Int
    let orientation: UIImage.Orientation

    /// A picture of more pixels takes a third of a gigabyte when all of it has to be in memory.
    static let pixelLimit = 100_000_000
    /// A file that is larger is hardly a picture.
    static let byteLimit = 256 * 1024 * 1024

    /// - Returns: nil for what is no picture, or one of more than ``pixelLimit`` pixels.
    init?(_ data: Data) {
        guard data.count <= Self.byteLimit else { return nil }
        let bytes = [UInt8](data)
        guard let file = PictureFile(jpeg: bytes) ?? PictureFile(png: bytes) ?? PictureFile(other: data) else {
            return nil
        }
        self.init(file, data)
    }

    private init?(_ file: PictureFile, _ original: Data) {
        let (pixels, isTooLarge) = file.width.multipliedReportingOverflow(by: file.height)
        guard file.width > 0, file.height > 0, !isTooLarge, pixels <= Self.pixelLimit else { return nil }
        let orientation = UIImage.Orientation(exif: file.orientation)
        data = file.bytes.map { Data($0) } ?? original
        format = file.format
        width = orientation.isSideways ? file.height : file.width
        height = orientation.isSideways ? file.width : file.height
        self.orientation = orientation
    }
}

/// What is known of a picture's file.
struct PictureFile {
    var format: EncodedImage.Format
    /// Pixels as they lie in the file.
    var width: Int
    var height: Int
    /// As EXIF counts: 1 is upright.
    var orientation = 1
    /// The file without what is not the picture; nil when there is no such thing in it.
    var bytes: [UInt8]?

    init(_ format: EncodedImage.Format, width: Int, height: Int, orientation: Int = 1) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    /// The header of a picture in another format, which the decoder of this process reads.
    init?(other data: Data) {
        // An error has been told to developers; there is no picture, as for what is none.
        guard let header = try? ProcessDecoder.current.header(of: data) else { return nil }
        self.init(.other, width: header.width, height: header.height, orientation: header.orientation)
    }

    /// - Returns: nil for what is no JPEG file, has no size, or is not one frame and then its scans: what others could
    ///   read as another picture, or as none, does not go to them as it is.
    init?(jpeg bytes: [UInt8]) {
        guard let segments = JPEGSegments(bytes) else { return nil }
        self.init(.jpeg, width: 0, height: 0)
        var hasFrame = false
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for segment in segments {
            switch segment.marker {
            // The frames, which are the marks from C0 on without the tables among them.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):
                guard !hasFrame, segment.range.count >= 9 else { return nil }
                hasFrame = true
                height = bytes.bigEndian16(at: segment.range.lowerBound + 5) ?? 0
                width = bytes.bigEndian16(at: segment.range.lowerBound + 7) ?? 0
            // A scan, the end, or no mark at all, where the frame should have come before; another beginning.
            case 0x00, 0xD9, 0xDA: guard hasFrame else { return nil }
            case 0xD8: guard kept.isEmpty else { return nil }
            case 0xE1:
                guard let tag = ExifOrientation(bytes[segment.range]), orientation == 1 else { continue }
                orientation = tag.value
                kept += tag.segment
                continue
            case 0xE0...0xEF, 0xFE:
                guard Self.belongsToPicture(segment.marker, bytes[segment.range]) else { continue }
            default: break
            }
            kept += bytes[segment.range]
        }
        guard width > 0, height > 0 else { return nil }
        if kept.count != bytes.count { self.bytes = kept }
    }

    /// Whether an application's segment says how the pixels look: JFIF, a colour profile, Adobe's colours.
    private static func belongsToPicture(_ marker: UInt8, _ segment: ArraySlice<UInt8>) -> Bool {
        switch marker {
        case 0xE0, 0xEE: true
        case 0xE2: segment.dropFirst(4).starts(with: "ICC_PROFILE".utf8)
        default: false
        }
    }

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The first chunk, as it always begins: 13 bytes of `IHDR`.
    private static let pngHeader: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8)
    /// Chunks that tell of other things than pixels.
    private static let pngRemarks: Set<String> = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]

    /// - Returns: nil for what is no PNG file, or has no size.
    init?(png bytes: [UInt8]) {
        // The signature and the whole first chunk.
        guard bytes.count >= 33, bytes.starts(with: Self.pngSignature + Self.pngHeader),
            let width = bytes.bigEndian32(at: 16), let height = bytes.bigEndian32(at: 20), width > 0, height > 0
        else { return nil }
        self.init(.png, width: width, height: height)
        var kept = Self.pngSignature
        kept.reserveCapacity(bytes.count)
        var position = kept.count
        // Length, type, content, check sum.
        while let length = bytes.bigEndian32(at: position), position + 12 + length <= bytes.count {
            let chunk = position..<position + 12 + length
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            position = chunk.upperBound
            if !Self.pngRemarks.contains(type) { kept += bytes[chunk] }
            if type == "IEND" { break }
        }
        if kept.count != bytes.count { self.bytes = kept }
    }
}

/// How a photograph has to be turned to be upright, out of the notes of a camera.
private struct ExifOrientation {
    let value: Int

    /// - Returns: nil when the segment does not say it, or says that the picture is upright.
    init?(_ segment: ArraySlice<UInt8>) {
        let content = segment.dropFirst(4)
        guard content.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let notes = [UInt8](content.dropFirst(6))
        let isLittle = notes.starts(with: Array("II".utf8))
        func number16(_ place: Int) -> Int? {
            notes.bigEndian16(at: place).map { isLittle ? Int(UInt16($0).byteSwapped) : $0 }
        }
        func number32(_ place: Int) -> Int? {
            notes.bigEndian32(at: place).map { isLittle ? Int(UInt32($0).byteSwapped) : $0 }
        }
        guard number16(2) == 42, let directory = number32(4), let entries = number16(directory) else { return nil }
        for entry in 0..<entries {
            let place = directory + 2 + entry * 12
            guard let tag = number16(place) else { return nil }
            guard tag == 0x0112 else { continue }
            guard let value = number16(place + 8), (2...8).contains(value) else { return nil }
            self.value = value
            return
        }
        return nil
    }

    /// A segment that says this and nothing else.
    var segment: [UInt8] {
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(value), 0, 0] + [0, 0, 0, 0]
    }
}
