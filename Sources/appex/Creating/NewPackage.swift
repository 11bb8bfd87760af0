import AppexModel
import Foundation

/// A package that is created: all of it, or nothing.
struct NewPackage {
    let name: ProjectName
    /// The content of each file, by its path in the folder.
    let files: [String: String]

    /// - Parameter library: what the targets get the library from.
    /// - Parameter needsFrameworks: whether a target uses the modules under Apple's names.
    init(
        _ name: ProjectName, _ parts: [ProjectTemplate], library: LibraryOrigin = .sdk, needsFrameworks: Bool,
        readme: String
    ) {
        self.name = name
        var editor = PackageManifestEditor(
            """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "\(name)",
                targets: [])

            """)
        // The list is literal and empty.
        _ = editor.add(dependencies: library.dependencies(needsFrameworks: needsFrameworks))
        _ = editor.add(targets: parts.flatMap(\.targets))
        var files = [
            "Package.swift": editor.text, ".gitignore": SDKPackage.ignoredFiles, "README.md": readme,
        ]
        if library == .sdk { files[SDKPackage.editorConfigurationFile] = SDKPackage.editorConfiguration }
        for part in parts { files.merge(part.files) { first, _ in first } }
        self.files = files
    }

    /// Writes the package into a new folder with its name.
    ///
    /// - Throws: ``CommandFailure`` if the folder exists and is not empty, or cannot be written; nothing is left then.
    func write(into parent: URL) throws {
        let folder = parent.appending(path: name.text)
        let manager = FileManager.default
        if manager.fileExists(atPath: folder.path) {
            guard (try? manager.contentsOfDirectory(atPath: folder.path))?.isEmpty == true else {
                throw CommandFailure("\(folder.path) exists. Choose another name, or another folder.", .failed)
            }
        }
        let staging = parent.appending(path: ".\(name).\(UUID().uuidString)")
        do {
            try ProjectFiles.write(files, into: staging)
            // rename(2) replaces an empty folder.
            guard rename(staging.path, folder.path) == 0 else { throw CocoaError(.fileWriteFileExists) }
        } catch {
            try? manager.removeItem(at: staging)
            throw CommandFailure(
                "Cannot create the package \(folder.path): \(ProjectFiles.reason(error))", .failed)
        }
    }
}

/// Writes files of a project.
enum ProjectFiles {
    /// Writes files and the folders that they need.
    static func write(_ files: [String: String], into folder: URL) throws {
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// The reason of a failed operation on a file, as a sentence.
    static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
        let text = cause.localizedDescription
        return text.hasSuffix(".") ? text : text + "."
    }
}
