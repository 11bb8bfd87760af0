package import AppexDecoding
package import AppexSystem
import Foundation
import Synchronization

/// Decodes untrusted pictures and archives.
///
/// An extension, which runs in a sandbox, decodes them in its own process. A host has no sandbox and uses a sandboxed
/// helper process; see Documentation/Sandbox.md, "Decoding".
package protocol ContentDecoder: Sendable {
    /// Reads the header of a picture's file. Blocks.
    ///
    /// - Returns: nil if the bytes are not a picture.
    /// - Throws: ``DecoderError``.
    func header(of picture: Data) throws(DecoderError) -> PictureHeader?

    /// Decodes a picture, applies the orientation of its metadata, and scales it. Blocks.
    ///
    /// - Parameter width: the width of the result in pixels. Width and height are positive, and their product is at most
    ///   100 million.
    /// - Returns: nil if the picture is damaged.
    /// - Throws: ``DecoderError``.
    func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels?

    /// Decodes a picture as ``pixels(of:width:height:)`` does, and encodes the result as a file. Blocks.
    ///
    /// - Parameter quality: the quality of a JPEG file, from 1 to 100; nil for a PNG file.
    /// - Returns: nil if the picture is damaged.
    /// - Throws: ``DecoderError``.
    func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data?

    /// Opens a zip archive. Blocks.
    ///
    /// - Parameter archive: the file, which must stay open for as long as the entries are in use.
    /// - Throws: ``DecoderError``, ``ArchiveError``, or `Errno`.
    func entries(of archive: borrowing Descriptor) throws -> any ArchiveEntries
}

/// A decoded picture: row by row, with four bytes for each pixel: red, green, blue and alpha.
package struct DecodedPixels: Sendable {
    /// The pixels, exactly as many as the requested size has.
    package var pixels: Data
    /// Whether all pixels are known to be opaque.
    package var isOpaque: Bool

    /// Creates a picture from its pixels.
    package init(pixels: Data, isOpaque: Bool) {
        self.pixels = pixels
        self.isOpaque = isOpaque
    }
}

/// The files and folders of an archive, in order. Their names and contents are untrusted and have not been checked.
package protocol ArchiveEntries: AnyObject {
    /// Moves to the next file or folder. Blocks.
    ///
    /// - Returns: nil at the end of the archive.
    /// - Throws: ``ArchiveError`` if the archive is damaged; ``DecoderError``.
    func next() throws -> ArchiveEntry?

    /// Reads the content of the current file in parts. Blocks.
    ///
    /// - Parameter body: receives each part, which is never empty.
    /// - Throws: ``ArchiveError`` if the archive is damaged; ``DecoderError``; the error of `body`.
    func content(_ body: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// The decoder of this process.
package enum ProcessDecoder {
    private static let chosen = Mutex<any ContentDecoder>(LocalDecoder())

    /// The decoder for pictures and archives: ``LocalDecoder``, unless ``use(_:)`` has set another one.
    package static var current: any ContentDecoder { chosen.withLock { $0 } }

    /// Sets the decoder that is used from now on.
    package static func use(_ decoder: any ContentDecoder) { chosen.withLock { $0 = decoder } }
}
