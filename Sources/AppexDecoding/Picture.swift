import CVipsShims
import Glibc

/// A picture inside libvips, released with the value. libvips is lazy: pixels are computed when they are asked for.
package struct Picture: ~Copyable {
    /// Why pictures cannot be decoded, in words; nil when they can be. The first use loads libvips.
    package static let obstacle: String? = appex_vips_start().map { String(cString: $0) }

    /// The loaders that may be used. What is not read cannot be attacked; libvips has others, for formats that
    /// nobody shares and whose readers nobody has hardened.
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
        return loaders.contains { name.hasPrefix($0) }
    }

    /// Reads the header of a picture's file.
    ///
    /// - Returns: nil when the bytes are not a picture in one of the formats that are read.
    package static func header(of bytes: UnsafeRawBufferPointer) -> PictureHeader? {
        guard canRead(bytes), let start = bytes.baseAddress,
            let picture = Picture(owning: appex_vips_open(start, bytes.count))
        else { return nil }
        return PictureHeader(
            width: Int(appex_vips_width(picture.image)), height: Int(appex_vips_height(picture.image)),
            orientation: Int(appex_vips_orientation(picture.image)))
    }

    /// Reads a picture in exactly this size, in pixels.
    ///
    /// - Important: the bytes must outlive the value.
    /// - Returns: nil when libvips cannot read the picture. Damage further down shows when pixels are asked for.
    package init?(reading bytes: UnsafeRawBufferPointer, width: Int, height: Int) {
        guard Self.canRead(bytes), let start = bytes.baseAddress else { return nil }
        self.init(owning: appex_vips_read(start, bytes.count, CInt(clamping: width), CInt(clamping: height)))
    }

    /// Makes a picture from pixels, which are copied.
    ///
    /// - Parameter pixels: four bytes for each pixel, by rows: red, green, blue, and opacity.
    /// - Parameter size: of the pixels, both positive.
    /// - Parameter target: the size that the picture gets, both positive.
    /// - Returns: nil when there are not exactly as many bytes as `size` says, or libvips is missing.
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

    /// Each pixel in eight bits of red, green and blue, and of opacity where it can be transparent.
    private consuming func inColoursOfScreen() -> Picture? { Picture(owning: appex_vips_to_srgb(image)) }

    /// Writes the pixels, by rows of four bytes each: red, green, blue, and opacity.
    ///
    /// - Parameter target: exactly as large as the pixels are.
    /// - Returns: whether no pixel can be transparent; nil when the picture turns out to be damaged or to have
    ///   another size.
    package consuming func write(to target: UnsafeMutableRawBufferPointer) -> Bool? {
        guard let coloured = inColoursOfScreen(), let start = target.baseAddress else { return nil }
        let isOpaque = !coloured.isTransparent
        let whole = isOpaque ? Picture(owning: appex_vips_add_alpha(coloured.image)) : consume coloured
        guard let whole, appex_vips_write(whole.image, start, target.count) == 0 else { return nil }
        return isOpaque
    }

    /// Encodes the picture as PNG.
    ///
    /// - Returns: nil when the picture turns out to be damaged.
    package consuming func png() -> EncodedBytes? {
        guard let coloured = inColoursOfScreen() else { return nil }
        var count = 0
        let bytes = appex_vips_png(coloured.image, &count)
        return EncodedBytes(owning: bytes, count: count)
    }

    /// Encodes the picture as JPEG. What is transparent becomes white.
    ///
    /// - Parameter quality: 1 to 100.
    /// - Returns: nil when the picture turns out to be damaged.
    package consuming func jpeg(quality: Int) -> EncodedBytes? {
        guard let coloured = inColoursOfScreen() else { return nil }
        let flat = coloured.isTransparent ? Picture(owning: appex_vips_flatten(coloured.image)) : consume coloured
        guard let flat else { return nil }
        var count = 0
        let bytes = appex_vips_jpeg(flat.image, CInt(min(max(quality, 1), 100)), &count)
        return EncodedBytes(owning: bytes, count: count)
    }
}
