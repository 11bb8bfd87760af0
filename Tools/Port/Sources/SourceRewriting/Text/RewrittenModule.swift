/// A source file that compiles on Linux.
package struct RewrittenFile: Sendable, Equatable {
    /// The file name in the package.
    package var name: String
    /// The text of the file. Line `n` of the original is line `n` of the text, plus one if a source location was added.
    package var text: String
    /// What was changed and what does not work, in the order of the lines.
    package var changes: [SourceChange]
    /// The modules whose imports were removed, because they do not exist.
    package var removedModules: [String]

    /// Makes a rewritten file from its text.
    package init(name: String, text: String, changes: [SourceChange], removedModules: [String] = []) {
        self.name = name
        self.text = text
        self.changes = changes
        self.removedModules = removedModules
    }
}

/// The source files of a target, rewritten for Linux.
package struct RewrittenModule: Sendable, Equatable {
    /// The files, in the order of the originals.
    package var files: [RewrittenFile]
    /// The text of `ObjectiveCMembers.swift`, which registers what is found by an Objective-C name; `nil` if the module has
    /// nothing to register.
    package var members: String?

    /// Makes a module from its files.
    package init(files: [RewrittenFile], members: String?) {
        self.files = files
        self.members = members
    }
}
