extension UTType {
    /// The preferred type of files with an extension.
    ///
    /// - Parameters:
    ///   - filenameExtension: the extension without the dot, in any case.
    ///   - supertype: a type that the result conforms to; `.data` excludes packages and folders.
    /// - Returns: a dynamic type if no such type is declared; nil if the extension is malformed.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The preferred type of data with a MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: the MIME type, such as "text/plain", in any case.
    ///   - supertype: a type that the result conforms to.
    /// - Returns: a dynamic type if no such type is declared; nil if the MIME type is empty.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The preferred type with a tag.
    ///
    /// - Parameters:
    ///   - tag: the tag, for instance `jpg`; letter case does not matter.
    ///   - tagClass: the class of the tag, for instance ``UTTagClass/filenameExtension``.
    ///   - supertype: a type that the result conforms to; nil for any.
    /// - Returns: a dynamic type if no such type is declared; nil if the tag is malformed for its class.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = type
    }

    /// All types with a tag, the preferred one first.
    ///
    /// - Parameters:
    ///   - tag: the tag, for instance `jpg`; letter case does not matter.
    ///   - tagClass: the class of the tag, for instance ``UTTagClass/filenameExtension``.
    ///   - supertype: a type that the results conform to; nil for any.
    /// - Returns: one dynamic type if no such type is declared; an empty array if the tag is malformed for its class.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        guard tagClass.isTag(tag) else { return [] }
        let declared = TypeGraph.current.types(
            tag: tag, tagClass: tagClass.rawValue, conformingTo: supertype?.identifier)
        guard declared.isEmpty else { return declared.map(UTType.init(known:)) }
        let dynamic = DynamicType.identifier(
            tag: tag.lowercasedASCII, tagClass: tagClass.rawValue, parent: supertype?.identifier)
        return [UTType(known: dynamic)]
    }

    /// The preferred file name extension of this type without the dot; nil if there is none.
    public var preferredFilenameExtension: String? {
        tags[.filenameExtension]?.first
    }

    /// The preferred MIME type of this type; nil if there is none.
    public var preferredMIMEType: String? {
        tags[.mimeType]?.first
    }

    /// The tags of this type by class, preferred ones first.
    public var tags: [UTTagClass: [String]] {
        TypeGraph.current.tags(of: identifier)
    }
}

extension UTTagClass {
    /// The classes that lead to types. Apple's older classes, for Mac OS type codes and pasteboards, do not.
    static let standard: [UTTagClass] = [.filenameExtension, .mimeType]

    /// Whether `tag` is well formed for this class.
    func isTag(_ tag: String) -> Bool {
        guard Self.standard.contains(self), !tag.isEmpty, tag.utf8.count <= 255 else { return false }
        return self == .mimeType
            || (tag.utf8.first != UInt8(ascii: ".") && !tag.utf8.contains { $0 == 0 || $0 == 0x2F })
    }
}
