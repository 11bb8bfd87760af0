import CVips

extension Picture {
    /// What the rows in memory take at most, for each pixel of the longest row.
    private static let bytesPerColumn: UInt64 = 4096
    /// What a decoder takes that holds all pixels, for each of them.
    private static let bytesPerHeldPixel: UInt64 = 12

    /// Refuses a picture that is too large, before any of its pixels are decoded.
    func checkSize(memory: UInt64?) throws(ImagingError) {
        let longest = ImagingError.longestSide
        guard width <= longest, height <= longest, width * height <= ImagingError.largestPixelCount else {
            throw .tooLarge(width: width, height: height)
        }
        if let memory, memory < neededMemory { throw .exceedsMemory(width: width, height: height) }
    }

    /// The memory that an edit takes at most, in bytes.
    var neededMemory: UInt64 {
        // Of a picture that is turned, columns are read as rows.
        UInt64(isTurned ? max(width, height) : width) * Self.bytesPerColumn + heldMemory
    }

    /// What the decoder of the file's format holds of the picture, in addition to the rows that are worked on.
    private var heldMemory: UInt64 {
        let pixels = UInt64(width * height)
        let isInterlaced = has("interlaced")
        return switch text(VIPS_META_LOADER) {
        case "jpegload_source", "jpegload":
            // A progressive file has all coefficients of a colour, of two bytes each, before those of the next. Without
            // 4:4:4, two colours have at most half as many.
            isInterlaced
                ? pixels * 2 * UInt64(text("jpeg-chroma-subsample") == "4:4:4" ? vips_image_get_bands(image) : 2) : 0
        case "pngload_source", "pngload":
            isInterlaced
                ? pixels * UInt64(vips_image_get_bands(image))
                    * UInt64(vips_format_sizeof(vips_image_get_format(image))) : 0
        case "tiffload_source", "tiffload": 0
        default: pixels * Self.bytesPerHeldPixel
        }
    }

    private func text(_ field: String) -> String? {
        var text: UnsafePointer<CChar>?
        return has(field) && vips_image_get_string(image, field, &text) == 0 ? text.map { String(cString: $0) } : nil
    }
}
