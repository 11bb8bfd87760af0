import CVipsShims
import Glibc

/// A picture in libvips, which is released with the value. libvips computes pixels lazily.
package struct Picture: ~Copyable {
    /// The reason for which pictures cannot be decoded, as a phrase; nil if they can. The first use loads libvips.
    package static let obstacle: String? = appex_vips_start().map { String(cString: $0) }

    /// The loaders that may be used. libvips has further loaders for rarely used formats, which are not hardened.
    private static let loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif"].map { "VipsForeignLoad" + $0 }

    private let image: OpaquePointer

    private init?(owning image: OpaquePointer?) {
        guard let image else { return nil }
        self.image = image
    }

    deinit { appex_vips_release(image) }

    private static func canRead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard obstacle == nil, let start = bytes.baseAddress, let loader = appex_vips_loader(start, bytes.count) else {
            return false
        }
        let name = String(cString: loader)
        // Own text: the name of a loader of libvips.
        return loaders.contains { name.hasPrefix($0) }
    }

    /// Reads the header of a picture's file.
    ///
    /// - Returns: nil if the bytes are not a picture in a supported format.
    package static func header(of bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        guard canRead(bytes), let start = bytes.baseAddress,
            let picture = Picture(owning: appex_vips_open(start, bytes.count))
        else { return nil }
        return PictureHeader(
            width: Int(appex_vips_width(picture.image)), height: Int(appex_vips_height(picture.image)),
            orientation: Int(appex_vips_orientation(picture.image)))
    }

    /// Opens a picture, to be scaled to exactly this size in pixels.
    ///
    /// - Important: The bytes must outlive the value.
    /// - Returns: nil if libvips cannot open the picture. Damage in its data is noticed only when pixels are computed.
    package init?(reading bytes: UnsafeRawBufferPointer, width: Int, height: Int) {
        guard Self.canRead(bytes), let start = bytes.baseAddress else { return nil }
        self.init(owning: appex_vips_read(start, bytes.count, CInt(clamping: width), CInt(clamping: height)))
    }

    /// Creates a picture from pixels, which are copied, and scales it.
    ///
    /// - Parameter pixels: the pixels, row by row, with four bytes each: red, green, blue and alpha.
    /// - Parameter size: the size of the pixels, with positive sides.
    /// - Parameter target: the size of the picture, with positive sides.
    /// - Returns: nil if `pixels` does not have exactly the number of bytes for `size`, or libvips is missing.
    package init?(
        pixels: UnsafeRawBufferPointer, size: (width: Int, height: Int), target: (width: Int, height: Int)
    ) {
        let (count, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        guard Self.obstacle == nil, !isTooLarge, pixels.count / 4 == count, pixels.count % 4 == 0,
            let start = pixels.baseAddress,
            let picture = Picture(
                owning: appex_vips_from_pixels(start, CInt(clamping: size.width), CInt(clamping: size.height)))
        else { return nil }
        if target == size {
            self = picture
        } else {
            self.init(
                owning: appex_vips_resize(picture.image, CInt(clamping: target.width), CInt(clamping: target.height)))
        }
    }

    private var isTransparent: Bool { appex_vips_has_alpha(image) != 0 }

    /// The picture in sRGB with 8 bits per channel, and an alpha channel if it has one.
    private consuming func inColoursOfScreen() -> Picture? { Picture(owning: appex_vips_to_srgb(image)) }

    /// Computes the pixels and writes them, row by row, with four bytes each: red, green, blue and alpha.
    ///
    /// - Parameter target: memory of exactly the size of the pixels.
    /// - Returns: whether all pixels are opaque; nil if the picture is damaged or has a different size.
    package consuming func write(to target: UnsafeMutableRawBufferPointer) -> Bool? {
        guard let coloured = inColoursOfScreen(), let start = target.baseAddress else { return nil }
        let isOpaque = !coloured.isTransparent
        let whole = isOpaque ? Picture(owning: appex_vips_add_alpha(coloured.image)) : consume coloured
        guard let whole, appex_vips_write(whole.image, start, target.count) == 0 else { return nil }
        return isOpaque
    }

    /// Encodes the picture as PNG.
    ///
    /// - Returns: nil if the picture is damaged.
    package consuming func png() -> EncodedBytes? {
        guard let coloured = inColoursOfScreen() else { return nil }
        var count = 0
        let bytes = appex_vips_png(coloured.image, &count)
        return EncodedBytes(owning: bytes, count: count)
    }

    /// Encodes the picture as JPEG, on a white background.
    ///
    /// - Parameter quality: the quality from 1 to 100; other values are clamped.
    /// - Returns: nil if the picture is damaged.
    package consuming func jpeg(quality: Int) -> EncodedBytes? {
        guard let coloured = inColoursOfScreen() else { return nil }
        let flat = coloured.isTransparent ? Picture(owning: appex_vips_flatten(coloured.image)) : consume coloured
        guard let flat else { return nil }
        var count = 0
        let bytes = appex_vips_jpeg(flat.image, CInt(min(max(quality, 1), 100)), &count)
        return EncodedBytes(owning: bytes, count: count)
    }
}
