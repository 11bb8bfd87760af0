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
    /// What the file says of how it has to be turned; 1 if it says nothing.
    let orientation: Int

    struct Unreadable: Error {}

    init(_ encoded: Data) throws {
        (width, height, bands, pixels, fields, orientation) = try Self.opening(encoded) { image in
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
                [UInt8](UnsafeRawBufferPointer(start: memory, count: count)), fields,
                Int(vips_image_get_orientation(image))
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
    ///
    /// - Parameter name: the extension of the format, and its options in brackets.
    static func encode(
        _ encoded: Data, as name: String = "jpg[Q=95]", profile: String? = nil,
        change: (UnsafeMutablePointer<VipsImage>) -> Void = { _ in }
    ) throws -> Data {
        try opening(encoded) { image in
            var copy: UnsafeMutablePointer<VipsImage>?
            guard darkroom_vips_copy(image, &copy, profile) == 0, let copy else { throw Unreadable() }
            defer { g_object_unref(copy) }
            change(copy)
            return try write(copy, as: name)
        }
    }

    /// Encodes a picture.
    static func write(_ image: UnsafeMutablePointer<VipsImage>, as name: String) throws -> Data {
        try withTemporaryFile { file in
            let path = file.path + "." + name
            let plain = String(path.prefix { $0 != "[" })
            defer { unlink(plain) }
            guard darkroom_vips_write(image, path) == 0 else { throw Unreadable() }
            return try Data(contentsOf: URL(filePath: plain))
        }
    }

    private static func opening<Result>(
        _ encoded: Data, _ body: (UnsafeMutablePointer<VipsImage>) throws -> Result
    ) throws -> Result {
        guard Picture.isLibraryReady else { throw Unreadable() }
        return try withTemporaryFile { file in
            try encoded.write(to: file)
            guard let image = darkroom_vips_open(file.path) else { throw Unreadable() }
            defer { g_object_unref(image) }
            return try body(image)
        }
    }
}

/// Calls `body` with the place for a file that is removed afterwards.
func withTemporaryFile<Result>(_ body: (URL) throws -> Result) rethrows -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file)
}

extension PictureEditing {
    /// Edits an encoded picture.
    func edited(_ encoded: Data, memory: UInt64? = nil, progress: EditProgress? = nil) throws -> Data {
        try withTemporaryFile { source in
            try encoded.write(to: source)
            return try withTemporaryFile { result in
                try edit(source, to: result, memory: memory, progress: progress)
                return try Data(contentsOf: result)
            }
        }
    }
}

extension PicturePreview {
    /// Makes a preview of an encoded picture.
    convenience init(_ encoded: Data, longestSide: Int = 960) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try encoded.write(to: file)
        try self.init(of: file, longestSide: longestSide)
    }
}
