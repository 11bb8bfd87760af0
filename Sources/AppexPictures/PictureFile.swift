/// What is known of a picture's file.
package struct PictureFile: Sendable {
    /// nil for a format that is not read here.
    package var format: PictureFormat?
    /// In pixels, as they lie in the file.
    package var width: Int
    /// In pixels, as they lie in the file.
    package var height: Int
    /// As EXIF counts: 1 is upright.
    package var orientation = 1
    /// The file without what is not the picture; nil when there is no such thing in it.
    package var bytes: [UInt8]?

    /// What is known of a file whose bytes are passed on as they are.
    package init(_ format: PictureFormat?, width: Int, height: Int, orientation: Int = 1) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    /// Reads a JPEG file to its end.
    ///
    /// - Returns: nil for what is no JPEG file, has no size, or is not one frame and then its scans: what others could
    ///   read as another picture, or as none, does not go to them as it is.
    package init?(jpeg bytes: [UInt8]) {
        guard let segments = JPEGSegments(bytes) else { return nil }
        self.init(.jpeg, width: 0, height: 0)
        var hasFrame = false
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for segment in segments {
            switch segment.marker {
            case _ where segment.isFrame:
                guard !hasFrame, let size = segment.size(in: bytes) else { return nil }
                hasFrame = true
                (width, height) = size
            // A scan or the end, where the frame should have come before; another beginning.
            case 0xD9, 0xDA: guard hasFrame else { return nil }
            case 0xD8: guard kept.isEmpty else { return nil }
            // At the end of a file it would have no marker behind it.
            case JPEGSegments.filling: continue
            case 0xE1:
                guard let tag = ExifOrientation(bytes[segment.range]), orientation == 1 else { continue }
                orientation = tag.value
                kept += tag.segment
                continue
            case 0xE0...0xEF, 0xFE:
                guard Self.belongsToPicture(segment.marker, bytes[segment.range]) else { continue }
            default: break
            }
            kept += bytes[segment.range]
        }
        guard width > 0, height > 0 else { return nil }
        if kept.count != bytes.count { self.bytes = kept }
    }

    /// Whether an application's segment says how the pixels look: JFIF, a colour profile, Adobe's colours.
    private static func belongsToPicture(_ marker: UInt8, _ segment: ArraySlice<UInt8>) -> Bool {
        switch marker {
        case 0xE0, 0xEE: true
        case 0xE2: segment.dropFirst(4).starts(with: "ICC_PROFILE".utf8)
        default: false
        }
    }

    /// Chunks that tell of other things than pixels.
    private static let pngRemarks: Set<String> = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]

    /// Reads a PNG file to its end.
    ///
    /// - Returns: nil for what is no PNG file, or has no size.
    package init?(png bytes: [UInt8]) {
        // The signature and the whole first chunk.
        guard bytes.count >= 33, let header = ImageHeader.png(bytes), header.width > 0, header.height > 0 else {
            return nil
        }
        self.init(.png, width: header.width, height: header.height)
        var kept = ImageHeader.pngSignature
        kept.reserveCapacity(bytes.count)
        var position = kept.count
        // Length, type, content, check sum.
        while let length = bytes.bigEndian32(at: position), position + 12 + length <= bytes.count {
            let chunk = position..<position + 12 + length
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            position = chunk.upperBound
            if !Self.pngRemarks.contains(type) { kept += bytes[chunk] }
            if type == "IEND" { break }
        }
        if kept.count != bytes.count { self.bytes = kept }
    }
}
