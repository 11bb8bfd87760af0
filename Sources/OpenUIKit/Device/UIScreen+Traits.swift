public import Foundation

extension UIScreen {
    /// The number of pixels of a point; the same as ``scale``.
    public var nativeScale: CGFloat { scale }
    /// The size in pixels; the same as that of ``bounds``.
    public var nativeBounds: CGRect { bounds }
    /// The traits of the view that was last shown.
    public var traitCollection: UITraitCollection { .current }
    /// The brightness, from 0 to 1: always 1.
    public var brightness: CGFloat { 1 }
    /// The maximum number of frames in a second: always 60.
    public var maximumFramesPerSecond: Int { 60 }
}
