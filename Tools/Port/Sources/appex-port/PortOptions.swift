import Foundation
import XcodeProjects

/// What is ported, and where to.
struct PortOptions {
    /// The project or a folder with one.
    var path: String
    /// The folder of the package.
    var output: String
    /// The folder with the sources of OpenExtensionKit, whose modules the package can import.
    var kit: String
    /// Whether the package depends on these sources. Otherwise it is built with the SDK.
    var dependsOnKit = false
    /// The names of the targets; all extensions that can work if it is empty.
    var targets: [String] = []
    /// The name of the build configuration; nil for the project's default.
    var configuration: String?
    /// Build settings in the form `NAME=VALUE`.
    var settings: [String] = []
    /// The paths of files with build settings.
    var configurationFiles: [String] = []
    /// Whether the compiler's messages are placed in the original sources.
    var addsSourceLocations = false

    /// The settings of the files and of the command line, which replace those of the project.
    ///
    /// - Throws: ``ProjectError`` for a file that cannot be read, or a text that is not an assignment.
    func levels() throws(ProjectError) -> (levels: [[SettingAssignment]], notes: [ProjectNote]) {
        var levels: [[SettingAssignment]] = []
        var notes: [ProjectNote] = []
        for file in configurationFiles {
            let path = Self.absolute(file)
            // The user names these files, so they and what they include may be anywhere.
            var reader = XcconfigReader(in: try ProjectFolder("/"))
            levels.append(try reader.read(path))
            notes += reader.notes
        }
        var given: [SettingAssignment] = []
        for text in settings {
            guard let equals = text.firstIndex(of: "="),
                let assignment = SettingAssignment(
                    key: text[..<equals], value: String(text[text.index(after: equals)...]))
            else { throw ProjectError(file: "--setting", "\"\(text)\" is not a setting; write NAME=VALUE.") }
            given.append(assignment)
        }
        return (levels + [given], notes)
    }

    /// The absolute path of a file or folder that the user names.
    static func absolute(_ path: String) -> String {
        ProjectFolder.joining(FileManager.default.currentDirectoryPath, path)
    }
}
