public import Foundation

extension String {
    /// Returns the text in another script or without marks; `nil` if the transformation is not known.
    ///
    /// It is also found in an extension of `String`, unlike the method of the protocol `StringProtocol` that
    /// swift-corelibs-foundation has.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/nsstring/applyingtransform(_:reverse:)
    public func applyingTransform(_ transform: StringTransform, reverse: Bool) -> String? {
        NSString(string: self).applyingTransform(transform, reverse: reverse)
    }
}
