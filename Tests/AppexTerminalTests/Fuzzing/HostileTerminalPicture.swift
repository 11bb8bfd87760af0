#if canImport(appex)
    @testable import appex
#endif

/// Gives bytes to the terminal's own decoders of pictures. Shared by the seeded test and the coverage-guided fuzzer.
enum HostileTerminalPicture {
    /// A fault of a decoder, as opposed to one of the picture.
    struct Finding: Error {
        let what: String
    }

    /// Decodes a picture in both formats, and what follows the first byte as what zlib has packed.
    ///
    /// - Returns: whether one of the decoders took it.
    /// - Throws: ``Finding`` when a picture has fewer or more pixels than its size says, or unpacked bytes exceed their
    ///   limit.
    static func read(_ bytes: [UInt8]) throws(Finding) -> Bool {
        let limit = 1 << 16
        let unpacked = Inflate.unpack(bytes[...], limit: limit)
        // One match of a code may go beyond the limit by its length.
        if let unpacked, unpacked.count > limit + 65_535 { throw Finding(what: "\(unpacked.count) bytes are unpacked") }
        let pictures = [Picture(png: bytes), Picture(jpeg: bytes)].compactMap(\.self)
        for picture in pictures {
            guard picture.pixels.count == picture.pixelSize.width * picture.pixelSize.height else {
                throw Finding(what: "\(picture.pixels.count) pixels are not \(picture.pixelSize)")
            }
        }
        return unpacked != nil || !pictures.isEmpty
    }
}
