/// Why an archive cannot be written or read.
package struct ArchiveError: Error, CustomStringConvertible {
    package let description: String

    /// - Parameter description: in words, as the end of a sentence.
    package init(description: String) { self.description = description }
}
