/// A class of tags that identify types: file name extensions or MIME types.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `UTTagClass`.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
    /// The identifier of the class, such as `public.filename-extension`.
    public let rawValue: String

    /// Creates a tag class. Only ``filenameExtension`` and ``mimeType`` lead to types.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// File name extensions without the dot, such as "txt".
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")

    /// MIME types, such as "text/plain".
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier of the class.
    public var description: String { rawValue }

    /// The identifier of the class.
    public var debugDescription: String { rawValue }
}
