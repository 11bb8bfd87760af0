import CVips
import Foundation

/// One picture inside libvips, released with the value.
///
/// libvips works lazily: each step only notes what is to be done, and ``writeJPEG(to:keepingMetadata:progress:)`` does
/// all of it in one pass over the pixels, of which only a few rows are in memory at a time.
struct Picture: ~Copyable, @unchecked Sendable {  // libvips pictures can be used on any thread
    /// What a step gets: the picture so far, and where its result goes.
    typealias Step = (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32

    /// libvips starts once in a process, which must not be done twice at a time; `false` when it cannot.
    static let isLibraryReady = darkroom_vips_start() == 0
    /// What cameras use, more or less: a photograph encoded again stays as large and looks the same.
    private static let quality: Int32 = 92
    private static let previewQuality: Int32 = 85

    let image: UnsafeMutablePointer<VipsImage>

    deinit {
        g_object_unref(image)
    }

    init(owning image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    /// Opens the file of an encoded picture, to read its pixels once from top to bottom.
    ///
    /// - Parameter memory: The bytes that the work on the picture can take; nil for any number.
    /// - Throws: ``ImagingError/unreadable(reason:)``, ``ImagingError/tooLarge(width:height:)`` or
    ///   ``ImagingError/exceedsMemory(width:height:)``.
    static func reading(_ file: URL, memory: UInt64?) throws(ImagingError) -> Picture {
        guard Self.isLibraryReady else {
            throw .failed(step: "start libvips", reason: Self.lastLibraryError())
        }
        let path = file.path(percentEncoded: false)
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(reason: "it cannot be opened") }
        guard status.st_size > 0 else { throw .unreadable(reason: "it is empty") }
        guard let image = darkroom_vips_open(path) else {
            throw .unreadable(reason: Self.reasonUnreadable(Self.lastLibraryError()))
        }
        let picture = Picture(owning: image)
        try picture.checkSize(memory: memory)
        return picture
    }

    /// Opens a small, upright copy of the file of an encoded picture, in the colours of a screen.
    ///
    /// - Parameter longestSide: in pixels.
    /// - Throws: As ``reading(_:memory:)``.
    static func reading(_ file: URL, longestSide: Int32, memory: UInt64?) throws(ImagingError) -> Picture {
        // Opening it says first what is wrong with it.
        _ = try reading(file, memory: memory)
        guard let image = darkroom_vips_thumbnail(file.path(percentEncoded: false), longestSide) else {
            throw Self.failure("make a small copy")
        }
        return try Picture(owning: image).asShown().applying("make a small copy", darkroom_vips_to_memory)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }
    /// Whether the picture says that it has to be turned or mirrored to be upright.
    var isTurned: Bool { vips_image_get_orientation(image) > 1 }
    var hasColourProfile: Bool { has(VIPS_META_ICC_NAME) }

    /// Whether the file says something about the picture.
    func has(_ field: String) -> Bool { vips_image_get_typeof(image, field) != 0 }

    /// Applies one operation of libvips.
    func applying(_ name: String, _ step: Step) throws(ImagingError) -> Picture {
        var result: UnsafeMutablePointer<VipsImage>?
        guard step(image, &result) == 0, let result else { throw Self.failure(name) }
        return Picture(owning: result)
    }

    /// Runs every step noted so far and writes the result. What is written before an error is removed.
    ///
    /// - Parameter progress: is called now and then, on any thread, with the part of the work that has been done; from 0 to
    ///   1.
    func writeJPEG(
        to file: URL, keepingMetadata: Bool, progress: EditProgress? = nil
    ) throws(ImagingError) {
        let path = file.path(percentEncoded: false)
        let plain = try applying("remove the small copy", darkroom_vips_remove_thumbnail)
        guard plain.watched(by: progress, { darkroom_vips_write_jpeg($0, path, Self.quality, keepingMetadata ? 0 : 1) })
        else {
            let failure = Self.failure("write the picture")
            unlink(path)
            throw failure
        }
    }

    /// Runs every step noted so far, for a picture to show.
    func previewJPEG() throws(ImagingError) -> Data {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard darkroom_vips_encode_jpeg(image, &bytes, &count, Self.previewQuality) == 0, let bytes else {
            throw Self.failure("draw the picture")
        }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in g_free(bytes) })
    }

    /// Runs an operation that computes every pixel, and reports its progress.
    ///
    /// - Returns: Whether the operation has succeeded.
    func watched(by progress: EditProgress?, _ run: (UnsafeMutablePointer<VipsImage>) -> Int32) -> Bool {
        guard let progress else { return run(image) == 0 }
        let watch = Watch(progress)
        // It lives until the picture has been computed, and is not called afterwards.
        defer { withExtendedLifetime(watch) {} }
        darkroom_vips_watch(
            image, { _, state, context in Watch.from(context).progress(Double(state.pointee.percent) / 100) },
            Unmanaged.passUnretained(watch).toOpaque())
        return run(image) == 0
    }

    /// What is called with the progress, as an object that C can hold.
    private final class Watch {
        let progress: EditProgress

        init(_ progress: @escaping EditProgress) { self.progress = progress }

        static func from(_ context: UnsafeMutableRawPointer) -> Watch {
            Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
        }
    }
}
