package import AppexDecoding
package import AppexSystem
import Foundation

/// Decodes in the calling process: the decoder of extensions, which run in a sandbox.
package struct LocalDecoder: ContentDecoder {
    /// Creates a decoder.
    package init() {}

    /// Whether libvips can be used. If not, writes the reason to standard error once; users only see that a picture is
    /// missing.
    private static let isReady: Bool = {
        guard let obstacle = Picture.obstacle else { return true }
        FileHandle.standardError.write(Data("OpenUIKit: pictures cannot be decoded: \(obstacle).\n".utf8))
        return false
    }()

    /// Prepares for a call that is expected soon; see ``ContentDecoder/prepare()``.
    package func prepare() {}

    /// Reads the header of a picture's file; see ``ContentDecoder/header(of:)``.
    package func header(of picture: Data) throws(DecoderError) -> PictureHeader? {
        guard Self.isReady else { return nil }
        return picture.withUnsafeBytes { Picture.header(of: $0) }
    }

    /// Decodes and scales a picture.
    ///
    /// - Parameter width: the width of the result in pixels; see ``ContentDecoder/pixels(of:width:height:)``.
    /// - Returns: nil if the picture is damaged, or libvips is missing.
    package func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels? {
        guard Self.isReady, let count = DecodedPixels.byteCount(width: width, height: height) else { return nil }
        return picture.withUnsafeBytes { bytes in
            guard let picture = Picture(reading: bytes, width: width, height: height) else { return nil }
            return Self.pixels(of: picture, count: count)
        }
    }

    private static func pixels(of picture: consuming Picture, count: Int) -> DecodedPixels? {
        guard let memory = malloc(count) else { return nil }
        guard let isOpaque = picture.write(to: UnsafeMutableRawBufferPointer(start: memory, count: count)) else {
            free(memory)
            return nil
        }
        // Created after writing: `Data` copies a small buffer and frees it immediately.
        let pixels = Data(bytesNoCopy: memory, count: count, deallocator: .free)
        return DecodedPixels(pixels: pixels, isOpaque: isOpaque)
    }

    /// Decodes, scales and encodes a picture.
    ///
    /// - Parameter quality: the quality of a JPEG file, from 1 to 100; nil for a PNG file.
    /// - Returns: nil if the picture is damaged, or libvips is missing.
    package func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data? {
        guard Self.isReady, DecodedPixels.byteCount(width: width, height: height) != nil else { return nil }
        return picture.withUnsafeBytes { bytes in
            guard let picture = Picture(reading: bytes, width: width, height: height) else { return nil }
            return Self.file(of: picture, quality: quality)
        }
    }

    /// Scales and encodes pixels of this process. No untrusted content is decoded.
    ///
    /// - Parameter pixels: the pixels, row by row, with four bytes each; as many as `size` has.
    /// - Parameter target: the size of the result in pixels.
    /// - Parameter quality: the quality of a JPEG file, from 1 to 100; nil for a PNG file.
    /// - Returns: nil if libvips is missing or fails.
    package static func file(
        ofPixels pixels: Data, size: (width: Int, height: Int), target: (width: Int, height: Int), quality: Int?
    ) -> Data? {
        guard isReady else { return nil }
        return pixels.withUnsafeBytes { bytes in
            guard let picture = Picture(pixels: bytes, size: size, target: target) else { return nil }
            return file(of: picture, quality: quality)
        }
    }

    /// Scales pixels of this process.
    ///
    /// - Parameter pixels: the pixels, row by row, with four bytes each; as many as `size` has.
    /// - Parameter target: the size of the result in pixels.
    /// - Returns: nil if libvips is missing or fails.
    package static func pixels(
        of pixels: Data, size: (width: Int, height: Int), target: (width: Int, height: Int)
    ) -> DecodedPixels? {
        guard isReady, let count = DecodedPixels.byteCount(width: target.width, height: target.height) else {
            return nil
        }
        return pixels.withUnsafeBytes { bytes in
            guard let picture = Picture(pixels: bytes, size: size, target: target) else { return nil }
            return Self.pixels(of: picture, count: count)
        }
    }

    private static func file(of picture: consuming Picture, quality: Int?) -> Data? {
        let file = if let quality { picture.jpeg(quality: quality) } else { picture.png() }
        guard let file, let start = file.bytes.baseAddress else { return nil }
        return Data(
            bytesNoCopy: start, count: file.bytes.count,
            deallocator: .custom { _, _ in withExtendedLifetime(file) {} })
    }

    /// Opens a zip archive.
    ///
    /// - Throws: ``ArchiveError`` if it is not an archive or libarchive is missing; `Errno` if it is not a regular file.
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
