/// A failure to write or read an archive.
package struct ArchiveError: Error, CustomStringConvertible {
    package let description: String

    /// Creates an error.
    ///
    /// - Parameter description: the reason, as the end of a sentence.
    package init(description: String) { self.description = description }
}
