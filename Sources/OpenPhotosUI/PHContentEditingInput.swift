import AppexProtocol
public import Foundation
public import OpenUIKit
public import OpenUniformTypeIdentifiers

/// What is edited: a photograph or a video, with the description of an earlier edit if the extension continues it.
///
/// Source: https://developer.apple.com/documentation/photokit/phcontenteditinginput
///
/// ## Difference from Apple
/// There are neither `audiovisualAsset`, `livePhoto` nor `location`; the file contains them.
public final class PHContentEditingInput: NSObject, Sendable {
    /// Whether it is a photograph or a video.
    public let mediaType: PHAssetMediaType
    /// Its properties.
    public let mediaSubtypes: PHAssetMediaSubtype
    /// When it was taken.
    public let creationDate: Date?
    /// The type of the file.
    public let uniformTypeIdentifier: String?
    /// How it is played.
    public let playbackStyle: PHAsset.PlaybackStyle
    /// The earlier edit that the extension continues, which it has said to understand; nil for a new edit.
    public let adjustmentData: PHAdjustmentData?
    /// The upright photograph, in a size that fits the view; nil if the host cannot decode the file.
    public let displaySizeImage: UIImage?
    /// The file. It can only be read, is not a copy where the sandbox can show the host's file, and exists until the
    /// request ends.
    ///
    /// An extension that reads a large photograph by parts from here needs far less memory than one that loads its data.
    ///
    /// ## Difference from Apple
    /// It is set for a video too.
    public let fullSizeImageURL: URL?
    /// How the pixels of the file have to be turned to be upright, as in EXIF: from 1, which is upright, to 8.
    public let fullSizeImageOrientation: Int32

    /// The type of the file.
    public var contentType: UTType? { uniformTypeIdentifier.flatMap { UTType($0) } }

    init(_ start: PhotoInterface.Start, file: URL?, display: UIImage?) {
        mediaType =
            switch start.media {
            case .image: .image
            case .video: .video
            }
        mediaSubtypes = PHAssetMediaSubtype(rawValue: UInt(start.subtypes))
        creationDate = start.created.flatMap { $0.isFinite ? Date(timeIntervalSince1970: $0) : nil }
        uniformTypeIdentifier = start.typeIdentifier
        playbackStyle = start.media == .video ? .video : .image
        adjustmentData = start.adjustment.map { PHAdjustmentData($0) }
        displaySizeImage = display
        fullSizeImageURL = file
        fullSizeImageOrientation = (1...8).contains(start.orientation) ? Int32(start.orientation) : 1
    }
}
