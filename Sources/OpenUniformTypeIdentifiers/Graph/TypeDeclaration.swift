/// The declaration of one type: a line of the system's table, or an entry of an app's `UTExportedTypeDeclarations` or
/// `UTImportedTypeDeclarations`.
package struct TypeDeclaration: Sendable, Hashable {
    /// Who declares the type. If a type is declared twice, the greater origin wins.
    package enum Origin: String, Sendable, Comparable {
        /// An app that uses another app's type.
        case imported
        /// An app that owns the type.
        case exported
        /// This package.
        case system

        /// Orders origins by precedence: imported, exported, system.
        package static func < (left: Origin, right: Origin) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .imported: 0
            case .exported: 1
            case .system: 2
            }
        }
    }

    /// The type's identifier, compared without regard to case.
    package var identifier: String
    /// The supertypes in declared order, which only decides from which one the description is inherited.
    package var parents: [String]
    /// The file name extensions without the dot, the preferred one first.
    package var filenameExtensions: [String]
    /// The MIME types, the preferred one first.
    package var mimeTypes: [String]
    /// The name of the type to show to people; nil to inherit that of a supertype.
    package var description: String?
    /// The version of the type; nil if it is not given.
    package var version: Int?
    /// Where the type is documented; nil if it is not given.
    package var referenceURL: String?

    /// The tags by the identifier of their ``UTTagClass``.
    package var tags: [String: [String]] {
        var tags: [String: [String]] = [:]
        if !filenameExtensions.isEmpty { tags[UTTagClass.filenameExtension.rawValue] = filenameExtensions }
        if !mimeTypes.isEmpty { tags[UTTagClass.mimeType.rawValue] = mimeTypes }
        return tags
    }

    /// Creates a declaration.
    ///
    /// - Parameter tags: tags by the identifier of their class; classes other than file name extension and MIME type
    ///   are ignored.
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
