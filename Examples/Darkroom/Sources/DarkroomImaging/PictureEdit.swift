import CVips
public import Foundation

/// What Darkroom can do to a picture without a question. The result is always a JPEG of the same picture.
public enum PictureEdit: PictureEditing, CaseIterable {
    /// Gives the picture the brown tones of an old print. Size and metadata stay.
    case sepia
    /// Removes everything the file says beside the picture: EXIF, XMP, colour profile, comments.
    ///
    /// The picture looks the same without them: it is turned as its orientation tag says, and its colours are converted
    /// by the profile it carried.
    case strippingMetadata

    /// Red, green and blue of the result, each as parts of red, green and blue of the picture.
    private static let sepiaTones: [Double] = [
        0.393, 0.769, 0.189,
        0.349, 0.686, 0.168,
        0.272, 0.534, 0.131,
    ]

    public var nameSuffix: String {
        switch self {
        case .sepia: "sepia"
        case .strippingMetadata: "stripped"
        }
    }

    public func edit(
        _ source: URL, to destination: URL, memory: UInt64? = nil, progress: EditProgress? = nil
    ) throws(ImagingError) {
        let picture = try Picture.reading(source, memory: memory)
        switch self {
        case .sepia:
            try picture.inRedGreenBlue()
                .applying("mix the colours") { darkroom_vips_recombine($0, $1, Self.sepiaTones) }
                .applying("round the colours", darkroom_vips_to_bytes)
                .writeJPEG(to: destination, keepingMetadata: true, progress: progress)
        case .strippingMetadata:
            try Self.flattened(picture)
                .writeJPEG(to: destination, keepingMetadata: false, progress: progress)
        }
    }

    /// The picture as it looks, with nothing left of the metadata that say how to show it.
    private static func flattened(_ original: consuming Picture) throws(ImagingError) -> Picture {
        var picture = try original.asShown()
        if picture.isTurned { picture = try picture.inAnyOrder() }
        return try picture.upright()
    }
}
