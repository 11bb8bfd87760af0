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
    /// - Parameter width: in pixels; positive, as `height`, and their product at most 100 million.
    /// - Returns: nil for a damaged picture, and for a size outside these bounds.
    /// - Throws: ``DecoderError``.
    func pixels(of picture: Data, width: Int, height: Int) throws(DecoderError) -> DecodedPixels?

    /// Decodes a picture as ``pixels(of:width:height:)`` does, and encodes the result as a file. Blocks.
    ///
    /// - Parameter width: in pixels; positive, as `height`, and their product at most 100 million.
    /// - Parameter quality: of a JPEG file, from 1 to 100; nil for a PNG file.
    /// - Returns: nil for a damaged picture, and for a size outside these bounds.
    /// - Throws: ``DecoderError``.
    func file(of picture: Data, width: Int, height: Int, quality: Int?) throws(DecoderError) -> Data?

    /// Prepares for a call that is expected soon, such as by starting a helper process. Returns at once.
    func prepare()

    /// Begins to read a zip archive. Blocks.
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

    /// The most pixels that a picture can be decoded to.
    package static let limit = 100_000_000

    /// How many bytes the pixels of a size have.
    ///
    /// - Returns: nil unless both lengths are positive and there are at most ``limit`` pixels.
    static func byteCount(width: Int, height: Int) -> Int? {
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !isTooLarge, count <= limit else { return nil }
        return count * 4
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

    /// Calls a decoder on a thread that may block, and stops waiting when the calling task is cancelled. What the decoder
    /// had begun by then is of no use to any other call.
    ///
    /// - Parameter decoder: by default that of this process.
    /// - Parameter body: gets the decoder; functions that use ``current`` themselves can be called in it too.
    /// - Throws: what `body` throws; ``DecoderError/cancelled`` when the task is cancelled during a call of the decoder.
    package static func call<Result: Sendable>(
        _ decoder: any ContentDecoder = current, _ body: @escaping @Sendable (any ContentDecoder) throws -> Result
    ) async throws -> Result {
        let cancellation = DecoderCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                HandlerThreads.decoding.run {
                    continuation.resume(
                        with: Swift.Result {
                            try DecoderCancellation.$current.withValue(cancellation) { try body(decoder) }
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
