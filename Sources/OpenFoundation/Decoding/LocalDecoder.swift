package import AppexDecoding
package import AppexSystem
import Foundation

/// Decodes in the process that calls it: for extensions, which are confined themselves.
package struct LocalDecoder: ContentDecoder {
    package init() {}

    /// Tells developers, once, what keeps libvips from starting: everybody else only sees that there is no picture.
    private static let isReady: Bool = {
        guard let obstacle = Picture.obstacle else { return true }
        FileHandle.standardError.write(Data("OpenUIKit: pictures cannot be decoded: \(obstacle).\n".utf8))
        return false
    }()

    package func header(of picture: Data) throws(DecoderError) -> PictureHeader? {
        guard Self.isReady else { return nil }
        return picture.withUnsafeBytes { Picture.header(of: $0) }
    }

    package func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels? {
        guard Self.isReady else { return nil }
        return picture.withUnsafeBytes { bytes in
            guard let picture = Picture(reading: bytes, width: width, height: height) else { return nil }
            return Self.pixels(of: picture, count: width * height * 4)
        }
    }

    private static func pixels(of picture: consuming Picture, count: Int) -> DecodedPixels? {
        guard let memory = malloc(count) else { return nil }
        guard let isOpaque = picture.write(to: UnsafeMutableRawBufferPointer(start: memory, count: count)) else {
            free(memory)
            return nil
        }
        // Only now: a few bytes are copied at once, and their memory freed.
        let pixels = Data(bytesNoCopy: memory, count: count, deallocator: .free)
        return DecodedPixels(pixels: pixels, isOpaque: isOpaque)
    }

    package func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data? {
        guard Self.isReady else { return nil }
        return picture.withUnsafeBytes { bytes in
            guard let picture = Picture(reading: bytes, width: width, height: height) else { return nil }
            return Self.file(of: picture, quality: quality)
        }
    }

    /// Encodes pixels of this process, in another size where one is asked for. Nothing foreign is read for that.
    ///
    /// - Parameter pixels: by rows of four bytes each.
    /// - Parameter quality: of a JPEG file, from 1 to 100; nil for a PNG file.
    package static func file(
        ofPixels pixels: Data, size: (width: Int, height: Int), target: (width: Int, height: Int), quality: Int?
    ) -> Data? {
        guard isReady else { return nil }
        return pixels.withUnsafeBytes { bytes in
            guard let picture = Picture(pixels: bytes, size: size, target: target) else { return nil }
            return file(of: picture, quality: quality)
        }
    }

    /// Makes pixels of this process larger or smaller.
    package static func pixels(
        of pixels: Data, size: (width: Int, height: Int), target: (width: Int, height: Int)
    ) -> DecodedPixels? {
        guard isReady else { return nil }
        return pixels.withUnsafeBytes { bytes in
            guard let picture = Picture(pixels: bytes, size: size, target: target) else { return nil }
            return Self.pixels(of: picture, count: target.width * target.height * 4)
        }
    }

    private static func file(of picture: consuming Picture, quality: Int?) -> Data? {
        let file = if let quality { picture.jpeg(quality: quality) } else { picture.png() }
        guard let file, let start = file.bytes.baseAddress else { return nil }
        return Data(
            bytesNoCopy: start, count: file.bytes.count,
            deallocator: .custom { _, _ in withExtendedLifetime(file) {} })
    }

    package func entries(of archive: borrowing Descriptor) throws -> any ArchiveEntries {
        LocalArchiveEntries(try ArchiveLibrary.withUnicodeNames { try ArchiveReader(archive) })
    }
}

/// The entries of an archive that is read in this process.
private final class LocalArchiveEntries: ArchiveEntries {
    private let reader: ArchiveReader
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    init(_ reader: ArchiveReader) { self.reader = reader }

    func next() throws -> ArchiveEntry? { try ArchiveLibrary.withUnicodeNames { try reader.next() } }

    func content(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        while true {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            if count == 0 { return }
            try buffer.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }
}
