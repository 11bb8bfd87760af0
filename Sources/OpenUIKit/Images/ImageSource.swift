/// A picture as a host is given it.
protocol ImageSource: AnyObject {
    /// The name of a symbol that the host draws instead; nil for a picture of its own.
    var symbolName: String? { get }

    /// The picture as PNG or JPEG within the bounds of `ViewLimits`; nil when it cannot be written.
    func encodedForDisplay() -> [UInt8]?
}
