import CVipsShims
import Foundation
import OpenExtensionFoundation

/// A picture inside libvips, released with the value. libvips is lazy: pixels are computed when they are asked for.
struct Picture: ~Copyable {
    /// What kept libvips from starting; nil when it runs. Asking loads it.
    private static let obstacle: String? = {
        guard let reason = appex_vips_start() else { return nil }
        // To developers: everybody else only sees that there is no picture.
        FileHandle.standardError.write(
            Data("OpenUIKit: pictures cannot be decoded: \(String(cString: reason)).\n".utf8))
        return String(cString: reason)
    }()
    private static var isReady: Bool { obstacle == nil }

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
        guard isReady, let start = bytes.baseAddress, let loader = appex_vips_loader(start, bytes.count) else {
            return false
        }
        let name = String(cString: loader)
        return loaders.contains { name.hasPrefix($0) }
    }

    /// What the header of a picture says.
    ///
    /// - Returns: nil for what is none.
    static func header(of data: Data) -> PictureFile? {
        data.withUnsafeBytes { bytes in
            guard canRead(bytes), let start = bytes.baseAddress,
                let picture = Picture(owning: appex_vips_open(start, bytes.count))
            else { return nil }
            return PictureFile(
                .other, width: Int(appex_vips_width(picture.image)), height: Int(appex_vips_height(picture.image)),
                orientation: Int(appex_vips_orientation(picture.image)))
        }
    }

    /// Reads a picture in a size.
    ///
    /// - Important: the bytes must outlive it.
    /// - Returns: nil when libvips cannot read it. That of damage further down shows when pixels are asked for.
    init?(reading bytes: UnsafeRawBufferPointer, width: Int, height: Int) {
        guard Self.canRead(bytes), let start = bytes.baseAddress else { return nil }
        self.init(owning: appex_vips_read(start, bytes.count, CInt(clamping: width), CInt(clamping: height)))
    }

    /// Makes a picture of pixels, in a size.
    init?(_ bitmap: Bitmap, width: Int, height: Int) {
        guard Self.isReady else { return nil }
        let copied = bitmap.pixels.withUnsafeBytes { pixels in
            pixels.baseAddress.flatMap {
                appex_vips_from_pixels($0, CInt(clamping: bitmap.width), CInt(clamping: bitmap.height))
            }
        }
        guard let picture = Picture(owning: copied) else { return nil }
        if (width, height) == (bitmap.width, bitmap.height) {
            self = picture
        } else {
            self.init(owning: appex_vips_resize(picture.image, CInt(clamping: width), CInt(clamping: height)))
        }
    }

    var isTransparent: Bool { appex_vips_has_alpha(image) != 0 }

    /// Each pixel in eight bits of red, green and blue, and of how opaque it is where it can be transparent.
    consuming func inColoursOfScreen() -> Picture? { Picture(owning: appex_vips_to_srgb(image)) }

    /// Four bytes for each pixel, by rows: red, green, blue, and how opaque it is.
    consuming func bitmap(width: Int, height: Int) -> Bitmap? {
        guard let coloured = inColoursOfScreen() else { return nil }
        let isOpaque = !coloured.isTransparent
        let whole = isOpaque ? Picture(owning: appex_vips_add_alpha(coloured.image)) : consume coloured
        guard let whole else { return nil }
        var count = 0
        let pixels = Self.data(appex_vips_pixels(whole.image, &count), count)
        guard let pixels, pixels.count == width * height * 4 else { return nil }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
    }

    /// - Returns: nil when the picture turns out to be damaged.
    consuming func png() -> Data? {
        guard let coloured = inColoursOfScreen() else { return nil }
        var count = 0
        return Self.data(appex_vips_png(coloured.image, &count), count)
    }

    /// What is transparent becomes white.
    ///
    /// - Parameter quality: 1 to 100.
    /// - Returns: nil when the picture turns out to be damaged.
    consuming func jpeg(quality: Int) -> Data? {
        guard let coloured = inColoursOfScreen() else { return nil }
        let flat = coloured.isTransparent ? Picture(owning: appex_vips_flatten(coloured.image)) : consume coloured
        guard let flat else { return nil }
        var count = 0
        return Self.data(appex_vips_jpeg(flat.image, CInt(quality), &count), count)
    }

    private static func data(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Data? {
        bytes.map { Data(bytesNoCopy: $0, count: count, deallocator: .custom { bytes, _ in appex_vips_free(bytes) }) }
    }
}
