import AppexPictures
import AppexSystem
public import Foundation
import OpenFoundation
import OpenViewTree

extension UIImage {
    /// The picture as PNG, without loss.
    ///
    /// - Returns: nil for a symbol, and for a picture that is damaged or too large for the memory of this process.
    public func pngData() -> Data? {
        if case .encoded(let image) = content, image.format == .png { return image.data }
        return pixelSize.flatMap { file(width: $0.width, height: $0.height, quality: nil) }
    }

    /// The picture as JPEG. What is transparent becomes white.
    ///
    /// - Parameter compressionQuality: from 0, the smallest file, to 1, the best picture.
    /// - Returns: nil as for ``pngData()``.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isFinite ? min(max(compressionQuality, 0), 1) : 1
        return pixelSize.flatMap {
            file(width: $0.width, height: $0.height, quality: max(1, Int((quality * 100).rounded())))
        }
    }

    /// A picture that fits into a size, decoded.
    ///
    /// Large pictures are made smaller while they are read, so this is how to show a photograph within the memory that
    /// an extension may use.
    ///
    /// - Parameter size: in points of this picture, whose proportions stay.
    /// - Returns: nil for a symbol, a size that is not positive, and a damaged picture.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        let own = self.size
        guard own.width > 0, own.height > 0, size.width > 0, size.height > 0 else { return nil }
        let factor = min(size.width / own.width, size.height / own.height)
        let width = Self.pixels(own.width * factor * scale)
        return bitmap(width: width, height: Self.pixels(own.height * factor * scale))
            .map { UIImage(.bitmap($0), scale: scale) }
    }

    /// The same, away from the calling thread.
    ///
    /// - Parameters:
    ///   - size: the size that the thumbnail fits into, in points.
    ///   - completionHandler: called once, on a thread that it may block.
    public func prepareThumbnail(of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        HandlerThreads.callbacks.run { completionHandler(self.preparingThumbnail(of: size)) }
    }

    /// The same, away from the calling actor.
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        await withCheckedContinuation { continuation in
            prepareThumbnail(of: size) { continuation.resume(returning: $0) }
        }
    }

    /// The picture with its pixels decoded.
    ///
    /// - Returns: nil as for ``pngData()``.
    public func preparingForDisplay() -> UIImage? {
        if case .bitmap = content { return self }
        return pixelSize.flatMap { bitmap(width: $0.width, height: $0.height) }.map {
            UIImage(.bitmap($0), scale: scale)
        }
    }

    /// As it crosses to other processes: the bytes it was read from, or a new file of the same pixels.
    var encoded: Data? {
        if case .encoded(let image) = content, image.format != nil { return image.data }
        return pngData()
    }

    /// As a host draws it: as PNG or JPEG, smaller than it is where it has to be.
    ///
    /// - Parameter pixels: how many it may have.
    /// - Parameter bytes: how many the file may have.
    /// - Returns: nil for a symbol, a damaged picture, and when there is no such file.
    func dataForHost(pixels: Int, bytes: Int) -> Data? {
        guard let size = pixelSize else { return nil }
        let factor = min(1, (Double(pixels) / Double(size.width * size.height)).squareRoot())
        if factor == 1, case .encoded(let image) = content, image.format != nil, image.data.count <= bytes {
            return image.data
        }
        var width = max(1, Int(Double(size.width) * factor))
        var height = max(1, Int(Double(size.height) * factor))
        while true {
            guard let data = file(width: width, height: height, quality: mayBeTransparent ? nil : 90) else {
                return nil
            }
            if data.count <= bytes { return data }
            // Each step makes a quarter of it.
            guard width > 1 || height > 1 else { return nil }
            width = max(1, width / 2)
            height = max(1, height / 2)
        }
    }

    private var mayBeTransparent: Bool {
        switch content {
        case .encoded(let image): image.format != .jpeg
        case .bitmap(let bitmap): !bitmap.hasNoTransparency
        case .none, .symbol: true
        }
    }

    /// Upright; nil for what has no pixels.
    var pixelSize: (width: Int, height: Int)? {
        switch content {
        case .encoded(let image): (image.width, image.height)
        case .bitmap(let bitmap): (bitmap.width, bitmap.height)
        case .none, .symbol: nil
        }
    }

    /// A length in whole pixels, one at least.
    static func pixels(_ length: CGFloat) -> Int {
        length.isFinite ? max(1, Int(min(length.rounded(), CGFloat(Int32.max)))) : 1
    }

    /// The pixels in a size.
    ///
    /// - Returns: nil as for ``pngData()``.
    func bitmap(width: Int, height: Int) -> Bitmap? {
        guard Bitmap.hasRoom(width: width, height: height) else { return nil }
        let decoded: DecodedPixels? =
            switch content {
            case .none, .symbol: nil
            case .bitmap(let bitmap):
                LocalDecoder.pixels(
                    of: bitmap.pixels, size: (bitmap.width, bitmap.height), target: (width, height))
            // An error has been told to developers; there is no picture, as for one that is damaged.
            case .encoded(let image):
                try? ProcessDecoder.current.pixels(of: image.data, width: width, height: height)
            }
        guard let decoded, decoded.pixels.count == width * height * 4 else { return nil }
        return Bitmap(width: width, height: height, pixels: decoded.pixels, isOpaque: decoded.isOpaque)
    }

    /// A new file of the picture in a size.
    ///
    /// - Parameter quality: of a JPEG file, from 1 to 100; nil for a PNG file.
    /// - Returns: nil as for ``pngData()``.
    private func file(width: Int, height: Int, quality: Int?) -> Data? {
        switch content {
        case .none, .symbol: return nil
        case .bitmap(let bitmap):
            return LocalDecoder.file(
                ofPixels: bitmap.pixels, size: (bitmap.width, bitmap.height), target: (width, height), quality: quality)
        case .encoded(let image):
            // Turned by a quarter, all of it has to be there at once.
            if image.orientation.isSideways, !Bitmap.hasRoom(width: width, height: height) { return nil }
            return try? ProcessDecoder.current.file(of: image.data, width: width, height: height, quality: quality)
        }
    }
}

extension UIImage: ImageSource {
    var symbolName: String? { symbol?.rawValue }

    /// As many pixels as a large screen shows, and no more bytes than one message takes.
    func encodedForDisplay() -> [UInt8]? { dataForHost(pixels: 4 << 20, bytes: 3 << 20).map { [UInt8]($0) } }
}
