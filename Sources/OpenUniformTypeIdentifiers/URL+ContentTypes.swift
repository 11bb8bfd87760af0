public import FoundationEssentials

/// File names that match their type.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `URL`.
extension URL {
    /// This URL with a path component and, if the name does not have the type yet, the type's preferred extension:
    /// "Report" becomes "Report.pdf" and "Report.pdf" stays. The URL of a directory type ends with a slash.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appending(
            path: contentType.fileName(for: partialName),
            directoryHint: contentType.conforms(to: .directory) ? .isDirectory : .notDirectory)
    }

    /// Appends a path component as ``appendingPathComponent(_:conformingTo:)`` does.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// This URL with the preferred extension of a type, unless its last path component has the type already.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        let name = lastPathComponent
        let fitting = contentType.fileName(for: name)
        return name.isEmpty || name == "/" || fitting == name
            ? self
            : deletingLastPathComponent().appending(
                path: fitting, directoryHint: hasDirectoryPath ? .isDirectory : .notDirectory)
    }

    /// Appends an extension as ``appendingPathExtension(for:)`` does.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }
}

extension UTType {
    /// `name` with the preferred extension of this type, unless the name has an extension of the type or the type has
    /// none.
    func fileName(for name: String) -> String {
        guard let preferredFilenameExtension else { return name }
        if let fileExtension = TypeGraph.fileExtension(of: name) {
            let types = UTType.types(tag: fileExtension, tagClass: .filenameExtension, conformingTo: self)
            if types.contains(where: \.isDeclared) || fileExtension.lowercasedASCII == preferredFilenameExtension {
                return name
            }
        }
        return "\(name).\(preferredFilenameExtension)"
    }
}
