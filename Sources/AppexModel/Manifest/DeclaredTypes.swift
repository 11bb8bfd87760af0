/// The types that an app declares: `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations` of its Info.plist.
///
/// An invalid declaration does not prevent the installation of an app: entries without an identifier and fields of a wrong
/// kind are ignored.
package struct DeclaredTypes: Sendable, Hashable {
    /// The types that the app owns, in the order of the list.
    package let exported: [DeclaredType]
    /// The types of other apps that the app uses, in the order of the list.
    package let imported: [DeclaredType]

    /// Reads the lists from a whole Info.plist.
    package init(info: [String: PropertyListValue]) {
        exported = Self.types(info["UTExportedTypeDeclarations"])
        imported = Self.types(info["UTImportedTypeDeclarations"])
    }

    private static func types(_ list: PropertyListValue?) -> [DeclaredType] {
        (list?.array ?? []).compactMap { $0.dictionary.flatMap(DeclaredType.init) }
    }
}

/// One declaration of a type.
package struct DeclaredType: Sendable, Hashable {
    /// `UTTypeIdentifier`.
    package let identifier: String
    /// `UTTypeConformsTo`, a string or several.
    package let parents: [String]
    /// `UTTypeTagSpecification`: by the identifier of a tag class, a string or several.
    package let tags: [String: [String]]
    /// `UTTypeDescription`, if it can be displayed on one line.
    package let description: String?
    /// `UTTypeVersion`, a number or a string of one.
    package let version: Int?
    /// `UTTypeReferenceURL`.
    package let referenceURL: String?

    /// Reads an entry of a list; nil if it has no identifier.
    init?(_ entry: [String: PropertyListValue]) {
        guard let identifier = entry["UTTypeIdentifier"]?.string, !identifier.isEmpty else { return nil }
        self.identifier = identifier
        parents = Self.strings(entry["UTTypeConformsTo"])
        tags = (entry["UTTypeTagSpecification"]?.dictionary ?? [:]).mapValues(Self.strings)
        description = entry["UTTypeDescription"]?.string.flatMap { text in
            !text.isEmpty && text.utf8.count <= ManifestReader.labelBytes
                && text.unicodeScalars.allSatisfy(\.isVisible) ? text : nil
        }
        switch entry["UTTypeVersion"] {
        case .integer(let number): version = Int(number)
        case .string(let text): version = Int(text)
        default: version = nil
        }
        referenceURL = entry["UTTypeReferenceURL"]?.string
    }

    private static func strings(_ value: PropertyListValue?) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.compactMap(\.string)
        default: []
        }
    }
}
