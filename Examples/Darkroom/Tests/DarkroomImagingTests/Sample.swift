import CVips
import Foundation

@testable import DarkroomImaging

/// A decoded picture, to compare with.
struct Sample {
    let width: Int
    let height: Int
    let bands: Int
    let pixels: [UInt8]
    /// The names of everything the file says beside the picture.
    let fields: [String]

    struct Unreadable: Error {}

    init(_ encoded: Data) throws {
        (width, height, bands, pixels, fields) = try Self.opening(encoded) { image in
            var count = 0
            guard let memory = vips_image_write_to_memory(image, &count) else { throw Unreadable() }
            defer { g_free(memory) }
            var fields: [String] = []
            if let names = vips_image_get_fields(image) {
                defer { g_strfreev(names) }
                var next = names
                while let name = next.pointee {
                    fields.append(String(cString: name))
                    next += 1
                }
            }
            return (
                Int(vips_image_get_width(image)), Int(vips_image_get_height(image)), Int(vips_image_get_bands(image)),
                [UInt8](UnsafeRawBufferPointer(start: memory, count: count)), fields
            )
        }
    }

    /// The mean of each band.
    var mean: [Double] {
        (0..<bands).map { band in
            let sum = stride(from: band, to: pixels.count, by: bands).reduce(0) { $0 + Int(pixels[$1]) }
            return Double(sum) / Double(width * height)
        }
    }

    func colour(at index: Int) -> (Double, Double, Double) {
        (Double(pixels[index]), Double(pixels[index + 1]), Double(pixels[index + 2]))
    }

    func colour(column: Int, row: Int) -> (Double, Double, Double) {
        colour(at: (row * width + column) * bands)
    }

    /// How far a value is from the same value of the other picture, on average.
    func meanDifference(from other: Sample) -> Double {
        guard pixels.count == other.pixels.count else { return .infinity }
        let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(pixels.count)
    }

    /// Encodes a picture again after a change to its fields, and with another colour profile.
    static func encode(
        _ encoded: Data, profile: String? = nil, change: (UnsafeMutablePointer<VipsImage>) -> Void = { _ in }
    ) throws -> Data {
        try opening(encoded) { image in
            var copy: UnsafeMutablePointer<VipsImage>?
            guard darkroom_vips_copy(image, &copy, profile) == 0, let copy else { throw Unreadable() }
            defer { g_object_unref(copy) }
            change(copy)
            var bytes: UnsafeMutableRawPointer?
            var count = 0
            guard darkroom_vips_encode_jpeg(copy, &bytes, &count, 95, 0) == 0, let bytes else { throw Unreadable() }
            defer { g_free(bytes) }
            return Data(bytes: bytes, count: count)
        }
    }

    private static func opening<Result>(
        _ encoded: Data, _ body: (UnsafeMutablePointer<VipsImage>) throws -> Result
    ) throws -> Result {
        guard Picture.isLibraryReady else { throw Unreadable() }
        return try encoded.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let image = darkroom_vips_open(start, bytes.count, 0) else {
                throw Unreadable()
            }
            defer { g_object_unref(image) }
            return try body(image)
        }
    }
}
