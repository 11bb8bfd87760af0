import CVips
public import Foundation

/// What Darkroom can do to a picture. The result is always a JPEG of the same picture.
public enum PictureEdit: Sendable, CaseIterable {
    /// Gives the picture the brown tones of an old print. Size and metadata stay.
    case sepia
    /// Removes everything the file says beside the picture: EXIF, XMP, colour profile, comments.
    ///
    /// The picture looks the same without them: it is turned as its orientation tag says, and its colours are converted
    /// by the profile it carried.
    case strippingMetadata

    /// What cameras use, more or less: a photograph encoded again stays as large and looks the same.
    static let quality: Int32 = 92
    /// Red, green and blue of the result, each as parts of red, green and blue of the picture.
    private static let sepiaTones: [Double] = [
        0.393, 0.769, 0.189,
        0.349, 0.686, 0.168,
        0.272, 0.534, 0.131,
    ]

    /// What the result may be called beside the original: `beach.heic` becomes `beach-sepia.jpg`.
    ///
    /// - Parameter original: The name of the original, if it has one.
    public func resultName(for original: String?) -> String {
        switch self {
        case .sepia: Self.name(for: original, suffix: "sepia")
        case .strippingMetadata: Self.name(for: original, suffix: "stripped")
        }
    }

    static func name(for original: String?, suffix: String) -> String {
        let stem = ((original ?? "") as NSString).deletingPathExtension
        return "\(stem.isEmpty ? "photo" : stem)-\(suffix).jpg"
    }

    /// Edits an encoded picture of any format libvips reads.
    ///
    /// - Throws: ``ImagingError/unreadable(reason:)`` when `encoded` is not a whole picture;
    ///   ``ImagingError/tooLarge(width:height:)``; ``ImagingError/failed(step:reason:)``.
    public func edited(_ encoded: Data) throws(ImagingError) -> Data {
        try Self.opening(encoded) { bytes throws(ImagingError) in
            switch self {
            case .sepia: try Self.sepia(bytes)
            case .strippingMetadata: try Self.strippingMetadata(bytes)
            }
        }
    }

    /// Lends the bytes of an encoded picture. `Data` hands on untyped errors only, hence the detour through a result.
    static func opening(
        _ encoded: Data, _ body: (UnsafeRawBufferPointer) throws(ImagingError) -> Data
    ) throws(ImagingError) -> Data {
        try encoded.withUnsafeBytes { bytes -> Result<Data, ImagingError> in
            do throws(ImagingError) {
                return .success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private static func sepia(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) -> Data {
        try Picture.reading(bytes, inOrder: true)
            .inRedGreenBlue()
            .applying("mix the colours") { darkroom_vips_recombine($0, $1, sepiaTones) }
            .applying("round the colours", darkroom_vips_to_bytes)
            .encodedAsJPEG(quality: quality, keepingMetadata: true)
    }

    private static func strippingMetadata(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) -> Data {
        var picture = try Picture.reading(bytes, inOrder: true)
        if picture.isTurned {
            // Turning needs the pixels in another order than they lie in the file.
            picture = try Picture.reading(bytes, inOrder: false)
                .applying("turn the picture upright", darkroom_vips_upright)
        }
        if picture.hasColourProfile {
            picture = try picture.applying("convert the colours by their profile", darkroom_vips_apply_profile)
        }
        return try picture.inRedGreenBlue().encodedAsJPEG(quality: quality, keepingMetadata: false)
    }
}
