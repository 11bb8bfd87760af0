/// A Swift source file of an Xcode target.
package struct SourceFile: Sendable {
    /// The path of the original, as it is shown in messages and in `#sourceLocation`.
    package var path: String
    /// The file name in the package. The names of a module are unique.
    package var name: String
    /// The text of the file.
    package var text: String

    /// Makes a source file from its text.
    ///
    /// - Parameter path: the path of the original.
    /// - Parameter name: the file name in the package.
    package init(path: String, name: String, text: String) {
        self.path = path
        self.name = name
        self.text = text
    }
}
