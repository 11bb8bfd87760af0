import CVips
import Foundation

/// One picture inside libvips, released with the value.
///
/// libvips works lazily: each step only notes what is to be done, and ``encodedAsJPEG(quality:keepingMetadata:)``
/// does all of it in one pass over the pixels.
struct Picture: ~Copyable {
    /// What a step gets: the picture so far, and where its result goes.
    typealias Step = (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32

    /// libvips starts once in a process, which must not be done twice at a time; `false` when it cannot.
    static let isLibraryReady = darkroom_vips_start() == 0

    private let image: UnsafeMutablePointer<VipsImage>

    deinit {
        g_object_unref(image)
    }

    private init(owning image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    /// Opens an encoded picture.
    ///
    /// - Important: The bytes are not copied, so they must outlive the picture and everything made from it.
    /// - Parameter inOrder: Whether the pixels are read once from top to bottom, which needs little memory.
    /// - Throws: ``ImagingError/unreadable(reason:)`` or ``ImagingError/tooLarge(width:height:)``.
    static func reading(_ bytes: UnsafeRawBufferPointer, inOrder: Bool) throws(ImagingError) -> Picture {
        guard Self.isLibraryReady else {
            throw .failed(step: "start libvips", reason: Self.lastLibraryError())
        }
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            throw .unreadable(reason: "it is empty")
        }
        guard let image = darkroom_vips_open(start, bytes.count, inOrder ? 1 : 0) else {
            throw .unreadable(reason: Self.reasonUnreadable())
        }
        let picture = Picture(owning: image)
        guard picture.width * picture.height <= ImagingError.largestPixelCount else {
            throw .tooLarge(width: picture.width, height: picture.height)
        }
        return picture
    }

    /// Opens a small, upright copy of an encoded picture.
    ///
    /// - Parameter longestSide: in pixels.
    /// - Throws: ``ImagingError/unreadable(reason:)``.
    static func reading(_ bytes: UnsafeRawBufferPointer, longestSide: Int32) throws(ImagingError) -> Picture {
        // Opening it says first what is wrong with it.
        _ = try reading(bytes, inOrder: true)
        guard let start = bytes.baseAddress, let image = darkroom_vips_thumbnail(start, bytes.count, longestSide) else {
            throw .unreadable(reason: Self.reasonUnreadable())
        }
        return Picture(owning: image)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }
    /// Whether the picture says that it has to be turned or mirrored to be upright.
    var isTurned: Bool { vips_image_get_orientation(image) > 1 }
    var hasColourProfile: Bool { vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 }

    private var hasColoursOfScreen: Bool {
        vips_image_get_interpretation(image) == VIPS_INTERPRETATION_sRGB
            && vips_image_get_format(image) == VIPS_FORMAT_UCHAR
    }

    /// Applies one operation of libvips.
    consuming func applying(_ name: String, _ step: Step) throws(ImagingError) -> Picture {
        var result: UnsafeMutablePointer<VipsImage>?
        guard step(image, &result) == 0, let result else {
            throw .failed(step: name, reason: Self.lastLibraryError())
        }
        return Picture(owning: result)
    }

    /// Makes it three bands of eight bits, red, green and blue; what is transparent becomes white.
    consuming func inRedGreenBlue() throws(ImagingError) -> Picture {
        var picture = self
        if !picture.hasColoursOfScreen {
            let hadThreeBands = vips_image_get_bands(picture.image) == 3
            picture = try picture.applying("convert the colours", darkroom_vips_to_srgb)
            if !hadThreeBands {
                // A profile for grey or for inks says nothing about red, green and blue.
                _ = vips_image_remove(picture.image, VIPS_META_ICC_NAME)
            }
        }
        if vips_image_hasalpha(picture.image) != 0 {
            picture = try picture.applying("lay the picture on white", darkroom_vips_flatten_onto_white)
        }
        return picture
    }

    /// Runs every step noted so far and writes the result.
    ///
    /// - Parameter progress: is told now and then, on any thread, which part of the work has been done; from 0 to 1.
    func encodedAsJPEG(
        quality: Int32, keepingMetadata: Bool, progress: ((Double) -> Void)? = nil
    ) throws(ImagingError) -> Data {
        let watch = progress.map(Watch.init)
        // It lives until the picture has been computed, and is told nothing afterwards.
        defer { withExtendedLifetime(watch) {} }
        if let watch {
            darkroom_vips_watch(
                image, { _, state, context in Watch.from(context).progress(Double(state.pointee.percent) / 100) },
                Unmanaged.passUnretained(watch).toOpaque())
        }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard darkroom_vips_encode_jpeg(image, &bytes, &count, quality, keepingMetadata ? 0 : 1) == 0, let bytes else {
            // Reading is lazy as well: damage further down in the file shows here.
            throw .unreadable(reason: Self.reasonUnreadable())
        }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in g_free(bytes) })
    }

    /// Who is told how far the work is, as an object that C can hold.
    private final class Watch {
        let progress: (Double) -> Void

        init(_ progress: @escaping (Double) -> Void) { self.progress = progress }

        static func from(_ context: UnsafeMutableRawPointer) -> Watch {
            Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
        }
    }

    /// Why libvips could not read a picture, in words for people who do not know it.
    private static func reasonUnreadable() -> String {
        let words = lastLibraryError()
        let isUnsupported = ["is blocked", "not in a known format"].contains { words.contains($0) }
        return isUnsupported ? "its format is not supported" : "it is damaged"
    }

    /// What libvips says about its last failure, as one line.
    private static func lastLibraryError() -> String {
        defer { vips_error_clear() }
        let text = String(cString: vips_error_buffer())
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.isEmpty ? "no reason is known" : lines.joined(separator: "; ")
    }
}
