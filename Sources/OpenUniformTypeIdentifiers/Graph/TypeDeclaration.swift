/// What somebody says of one type: a line of the system's table, or an entry of an app's `UTExportedTypeDeclarations`
/// or `UTImportedTypeDeclarations`.
package struct TypeDeclaration: Sendable, Hashable {
    /// Who declares the type. Of two declarations of one type the greater origin counts.
    package enum Origin: String, Sendable, Comparable {
        /// An app that uses a type of somebody else.
        case imported
        /// An app that owns the type.
        case exported
        /// This package.
        case system

        package static func < (left: Origin, right: Origin) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .imported: 0
            case .exported: 1
            case .system: 2
            }
        }
    }

    /// The type's name, compared without case.
    package var identifier: String
    /// The types that it conforms to, in declared order. The order decides only which of two descriptions it inherits.
    package var parents: [String]
    /// The extensions of its files, without the dot, the preferred one first.
    package var filenameExtensions: [String]
    /// The MIME types of its data, the preferred one first.
    package var mimeTypes: [String]
    /// What the type is called, for people; nil to inherit the description of a parent.
    package var description: String?
    /// The version of the type, nil when not given.
    package var version: Int?
    /// Where the type is documented, nil when not given.
    package var referenceURL: String?

    /// The names by which other systems know the type, by the identifier of a ``UTTagClass``.
    package var tags: [String: [String]] {
        var tags: [String: [String]] = [:]
        if !filenameExtensions.isEmpty { tags[UTTagClass.filenameExtension.rawValue] = filenameExtensions }
        if !mimeTypes.isEmpty { tags[UTTagClass.mimeType.rawValue] = mimeTypes }
        return tags
    }

    /// Creates a declaration from what is known of it.
    ///
    /// - Parameter tags: by the identifier of their class; other classes than the two above are ignored
    package init(
        identifier: String, parents: [String] = [], tags: [String: [String]] = [:], description: String? = nil,
        version: Int? = nil, referenceURL: String? = nil
    ) {
        self.identifier = identifier
        self.parents = parents
        filenameExtensions = tags[UTTagClass.filenameExtension.rawValue] ?? []
        mimeTypes = tags[UTTagClass.mimeType.rawValue] ?? []
        self.description = description
        self.version = version
        self.referenceURL = referenceURL
    }
}
