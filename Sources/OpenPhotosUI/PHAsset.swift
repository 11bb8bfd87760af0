public import Foundation

/// The kind of an asset of a photo library.
///
/// Source: https://developer.apple.com/documentation/photokit/phassetmediatype
public enum PHAssetMediaType: Int, Sendable {
    case unknown, image, video, audio
}

/// Properties of an asset, such as being a panorama.
///
/// Source: https://developer.apple.com/documentation/photokit/phassetmediasubtype
public struct PHAssetMediaSubtype: OptionSet, Sendable, Hashable {
    /// The bits of the properties.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A wide photograph made of several.
    public static let photoPanorama = Self(rawValue: 1 << 0)
    /// A photograph of high dynamic range.
    public static let photoHDR = Self(rawValue: 1 << 1)
    /// A picture of a screen.
    public static let photoScreenshot = Self(rawValue: 1 << 2)
    /// A photograph with a video of the moments around it.
    public static let photoLive = Self(rawValue: 1 << 3)
    /// A photograph with information about depth.
    public static let photoDepthEffect = Self(rawValue: 1 << 4)
    /// A video that is streamed.
    public static let videoStreamed = Self(rawValue: 1 << 16)
    /// A video with a high rate of frames.
    public static let videoHighFrameRate = Self(rawValue: 1 << 17)
    /// A video made of single pictures taken at intervals.
    public static let videoTimelapse = Self(rawValue: 1 << 18)
}

/// An asset of a photo library. Only the types inside it are available.
///
/// Source: https://developer.apple.com/documentation/photokit/phasset
///
/// ## Difference from Apple
/// There is no photo library that an app can query, so there are no instances.
public final class PHAsset: NSObject {
    private override init() { super.init() }

    /// How an asset is played.
    ///
    /// Source: https://developer.apple.com/documentation/photokit/phasset/playbackstyle
    public enum PlaybackStyle: Int, Sendable {
        case unsupported, image, imageAnimated, livePhoto, video, videoLooping
    }
}
