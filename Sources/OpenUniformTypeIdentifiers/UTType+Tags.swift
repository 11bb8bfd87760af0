extension UTType {
    /// The preferred type of files with an extension.
    ///
    /// - Parameters:
    ///   - filenameExtension: without the dot, in any case
    ///   - supertype: what the type conforms to; `.data` leaves out packages and folders
    /// - Returns: a dynamic type when no such type is declared; nil when the extension is not one.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The preferred type of data with a MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: such as "text/plain", in any case
    ///   - supertype: what the type conforms to
    /// - Returns: a dynamic type when no such type is declared; nil when the MIME type is empty.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The preferred type with a tag.
    ///
    /// - Parameter supertype: what the type conforms to, nil for anything
    /// - Returns: a dynamic type when no such type is declared; nil when the tag cannot be one of that class.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = type
    }

    /// All types with a tag, the preferred one first.
    ///
    /// - Parameter supertype: what the types conform to, nil for anything
    /// - Returns: one dynamic type when no such type is declared; nothing when the tag cannot be one of that class.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        guard tagClass.isTag(tag) else { return [] }
        let declared = TypeGraph.current.types(
            tag: tag, tagClass: tagClass.rawValue, conformingTo: supertype?.identifier)
        guard declared.isEmpty else { return declared.map(UTType.init(known:)) }
        let dynamic = DynamicType.identifier(
            tag: tag.lowercasedASCII, tagClass: tagClass.rawValue, parent: supertype?.identifier)
        return [UTType(known: dynamic)]
    }

    /// The extension that files of this type usually have, without the dot; nil when there is none.
    public var preferredFilenameExtension: String? {
        tags[.filenameExtension]?.first
    }

    /// The usual MIME type of this type, nil when there is none.
    public var preferredMIMEType: String? {
        tags[.mimeType]?.first
    }

    /// The extensions and MIME types of this type, the preferred ones first.
    public var tags: [UTTagClass: [String]] {
        TypeGraph.current.tags(of: identifier)
    }
}

extension UTTagClass {
    /// The classes that lead to types. Apple's older classes, of Mac OS type codes and pasteboards, do not.
    static let standard: [UTTagClass] = [.filenameExtension, .mimeType]

    /// Whether a type can have `tag` as a tag of this class.
    func isTag(_ tag: String) -> Bool {
        guard Self.standard.contains(self), !tag.isEmpty, tag.utf8.count <= 255 else { return false }
        return self == .mimeType
            || (tag.utf8.first != UInt8(ascii: ".") && !tag.utf8.contains { $0 == 0 || $0 == 0x2F })
    }
}
