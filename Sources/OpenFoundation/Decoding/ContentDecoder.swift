package import AppexDecoding
package import AppexSystem
import Foundation
import Synchronization

/// Reads pictures and archives whose bytes come from somebody else.
///
/// An extension, which is confined itself, reads them in its own process. A host has no sandbox, and has a helper
/// process do it; see Documentation/Sandbox.md, "Decoding".
package protocol ContentDecoder: Sendable {
    /// Reads the header of a picture's file. Blocks.
    ///
    /// - Returns: nil when the bytes are not a picture.
    /// - Throws: ``DecoderError``.
    func header(of picture: Data) throws(DecoderError) -> PictureHeader?

    /// Decodes a picture, upright and in a size. Blocks.
    ///
    /// - Parameter width: in pixels; positive, as `height`, and their product at most 100 million.
    /// - Returns: nil for a damaged picture.
    /// - Throws: ``DecoderError``.
    func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels?

    /// Encodes a picture anew, upright and in a size. Blocks.
    ///
    /// - Parameter quality: of a JPEG file, from 1 to 100; nil for a PNG file.
    /// - Returns: nil for a damaged picture.
    /// - Throws: ``DecoderError``.
    func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data?

    /// Begins to read a zip archive. Blocks.
    ///
    /// - Parameter archive: stays open for as long as the entries are in use.
    /// - Throws: ``DecoderError``, ``ArchiveError``, or the kernel's error.
    func entries(of archive: borrowing Descriptor) throws -> any ArchiveEntries
}

/// Pixels, by rows of four bytes each: red, green, blue, and opacity.
package struct DecodedPixels: Sendable {
    /// Exactly as many as the size that was asked for has.
    package var pixels: Data
    /// Whether it is known that no pixel is transparent.
    package var isOpaque: Bool

    package init(pixels: Data, isOpaque: Bool) {
        self.pixels = pixels
        self.isOpaque = isOpaque
    }
}

/// The files and folders of an archive, one after the other. What they say is not checked.
package protocol ArchiveEntries: AnyObject {
    /// Goes to the next file or folder. Blocks.
    ///
    /// - Returns: nil at the end.
    func next() throws -> ArchiveEntry?

    /// Hands over the content of the last file, part by part. Blocks.
    ///
    /// - Parameter body: gets each part, which is never empty.
    func content(_ body: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// The decoder of this process.
package enum ProcessDecoder {
    private static let chosen = Mutex<any ContentDecoder>(LocalDecoder())

    /// The decoder that pictures and archives are read with: in this process, unless ``use(_:)`` has said otherwise.
    package static var current: any ContentDecoder { chosen.withLock { $0 } }

    /// Has another decoder used from now on.
    package static func use(_ decoder: any ContentDecoder) { chosen.withLock { $0 = decoder } }
}
