/// A file or a folder in an archive, as the archive describes it. The description is untrusted.
package struct ArchiveEntry: Sendable, Equatable {
    /// The path in the archive. It must be checked before a file is created from it.
    package var path: String
    /// Whether the entry is a folder; otherwise it is a file.
    package var isFolder: Bool
    /// Whether the owner may execute the file.
    package var isExecutable: Bool

    /// Creates a description of an entry.
    package init(path: String, isFolder: Bool, isExecutable: Bool) {
        self.path = path
        self.isFolder = isFolder
        self.isExecutable = isExecutable
    }
}
