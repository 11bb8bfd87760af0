public import FoundationEssentials

/// Names of files that fit their type.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `URL`.
extension URL {
    /// This URL with a name behind it, and behind that the extension of a type if the name does not fit the type yet:
    /// "Report" becomes "Report.pdf" and "Report.pdf" stays. The URL of a type of directories ends with a slash.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appending(
            path: contentType.fileName(for: partialName),
            directoryHint: contentType.conforms(to: .directory) ? .isDirectory : .notDirectory)
    }

    /// Appends a name as ``appendingPathComponent(_:conformingTo:)`` does.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// This URL with the extension of a type behind its last name, if that does not fit the type yet.
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
    /// `name` with the preferred extension of this type, unless it has one of the type already or the type has none.
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
