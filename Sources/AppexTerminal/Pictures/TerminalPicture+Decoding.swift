import AppexDecoding
import Foundation
import OpenExtensionKit
import OpenFoundation

extension TerminalPicture {
    /// The most pixels at each side: more than any terminal shows.
    static let longestSide = 320

    /// Has the decoder read a picture of an extension, upright and in a size that a terminal can show.
    ///
    /// - Parameter decoder: by default that of this process, which is a helper process in a host.
    /// - Returns: a picture without pixels when it cannot be decoded; its size is then the one that its header claims.
    static func decoded(_ image: ViewImage, by decoder: any ContentDecoder = ProcessDecoder.current) async
        -> TerminalPicture
    {
        await decoded(Data(image.bytes), by: decoder) ?? TerminalPicture(undecoded: image)
    }

    /// A picture without pixels, in the size that its header claims.
    init(undecoded image: ViewImage) {
        self.init(
            size: CellSize(width: image.width, height: image.height), pixelSize: CellSize(width: 0, height: 0),
            pixels: [])
    }

    /// Has the decoder read a picture's file.
    ///
    /// - Returns: nil when it cannot be decoded.
    static func decoded(_ file: Data, by decoder: any ContentDecoder) async -> TerminalPicture? {
        let read: @Sendable (any ContentDecoder) throws -> TerminalPicture? = { try TerminalPicture(file, by: $0) }
        do {
            return try await ProcessDecoder.call(decoder, read)
        } catch DecoderError.ended {
            // It may have ended because of another picture.
            return (try? await ProcessDecoder.call(decoder, read)) ?? nil
        } catch {
            return nil
        }
    }

    /// Blocks.
    private init?(_ file: Data, by decoder: any ContentDecoder) throws {
        guard let header = try decoder.header(of: file) else { return nil }
        // As EXIF counts: from 5 on, the camera was held sideways.
        let isSideways = header.orientation > 4
        let size = CellSize(
            width: isSideways ? header.height : header.width, height: isSideways ? header.width : header.height)
        let pixelSize = Self.shown(size)
        let decoded = try decoder.pixels(of: file, width: pixelSize.width, height: pixelSize.height)
        guard let bytes = decoded?.pixels, bytes.count == pixelSize.width * pixelSize.height * 4 else { return nil }
        let pixels = bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map {
                Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2], alpha: bytes[$0 + 3])
            }
        }
        self.init(size: size, pixelSize: pixelSize, pixels: pixels)
    }

    /// A size in the same proportions with at most ``longestSide`` pixels at each side, and at least one.
    ///
    /// - Parameter size: positive.
    static func shown(_ size: CellSize) -> CellSize {
        let longest = max(size.width, size.height)
        guard longest > longestSide else { return size }
        func scaled(_ length: Int) -> Int {
            max(1, Int((Double(length) * Double(longestSide) / Double(longest)).rounded()))
        }
        return CellSize(width: scaled(size.width), height: scaled(size.height))
    }
}
