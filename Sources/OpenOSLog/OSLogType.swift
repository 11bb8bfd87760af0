/// The importance of a message.
///
/// Source: https://developer.apple.com/documentation/os/oslogtype
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number of the level.
    public let rawValue: UInt8
    /// Makes a level from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Makes a level from its number.
    public init(_ rawValue: UInt8) { self.init(rawValue: rawValue) }

    /// A message that is always kept; written with the level `notice`.
    public static let `default` = OSLogType(0x00)
    /// A message that is helpful but not essential.
    public static let info = OSLogType(0x01)
    /// A message for development, which handlers do not write by default.
    public static let debug = OSLogType(0x02)
    /// An error.
    public static let error = OSLogType(0x10)
    /// An error in the program itself; written with the level `critical`.
    public static let fault = OSLogType(0x11)
}
