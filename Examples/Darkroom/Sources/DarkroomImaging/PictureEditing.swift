public import Foundation

/// Called now and then, on any thread, with the part of the work that has been done; from 0 to 1.
public typealias EditProgress = @Sendable (Double) -> Void

/// An edit that makes a JPEG of a picture.
public protocol PictureEditing: Sendable {
    /// Edits the file of a picture of any format libvips reads. The pixels are decoded, edited and encoded a few rows at a
    /// time, so that a large picture needs little memory.
    ///
    /// - Parameter memory: The bytes that the work can take; nil for any number.
    /// - Throws: ``ImagingError/unreadable(reason:)`` when `source` is not a whole picture;
    ///   ``ImagingError/tooLarge(width:height:)``; ``ImagingError/exceedsMemory(width:height:)``;
    ///   ``ImagingError/failed(step:reason:)``. `destination` does not exist then.
    func edit(_ source: URL, to destination: URL, memory: UInt64?, progress: EditProgress?) throws(ImagingError)

    /// What is added to the name of the result: `beach.heic` becomes `beach-sepia.jpg`.
    var nameSuffix: String { get }
}

extension PictureEditing {
    /// What the result may be called beside the original.
    ///
    /// - Parameter original: The name of the original, if it has one.
    public func resultName(for original: String?) -> String {
        let stem = ((original ?? "") as NSString).deletingPathExtension
        return "\(stem.isEmpty ? "photo" : stem)-\(nameSuffix).jpg"
    }
}
