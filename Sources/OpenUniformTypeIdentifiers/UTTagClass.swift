/// A kind of name for types: the file name extension, or the MIME type.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `UTTagClass`.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
    /// The identifier of the class, such as `public.filename-extension`.
    public let rawValue: String

    /// A class with an identifier. Only the two classes below lead to types.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Extensions of file names, such as "txt", without the dot.
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
