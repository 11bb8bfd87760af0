/// A file or a folder in an archive, as the archive describes it.
package struct ArchiveEntry: Sendable, Equatable {
    /// Its name with those of the folders above it. Whoever makes a file of it checks it first.
    package var path: String
    package var isFolder: Bool
    package var isExecutable: Bool

    package init(path: String, isFolder: Bool, isExecutable: Bool) {
        self.path = path
        self.isFolder = isFolder
        self.isExecutable = isExecutable
    }
}
