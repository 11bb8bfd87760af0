/// A file or folder that belongs to a target.
package struct ProjectItem: Sendable, Hashable {
    /// The absolute path without symbolic links.
    package var path: String
    /// The folder for a language in the bundle, such as `de.lproj`; nil for an item that is not localized.
    package var localization: String?
    /// Whether the whole folder is copied, as a folder reference of Xcode is.
    package var isFolder: Bool

    /// Creates an item.
    package init(path: String, localization: String? = nil, isFolder: Bool = false) {
        self.path = path
        self.localization = localization
        self.isFolder = isFolder
    }

    /// The name of the file.
    package var name: String { ProjectFolder.name(of: path) }
}
