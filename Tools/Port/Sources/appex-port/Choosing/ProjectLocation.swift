import Foundation
import XcodeProjects

/// The project that a path leads to.
struct ProjectLocation {
    /// The depth of folders in which a project is looked for.
    private static let depth = 4
    /// The number of folders in which a project is looked for.
    private static let folders = 5_000
    /// Folders whose projects are those of dependencies or of builds.
    private static let ignored: Set<String> = [
        "Pods", "Carthage", "node_modules", "DerivedData", "build", "SourcePackages", "vendor",
    ]

    /// The path of `NAME.xcodeproj`.
    let project: String
    /// The folder that all files of the project have to be in.
    let folder: ProjectFolder

    /// Finds the project.
    ///
    /// - Parameter path: the project, whose files can be anywhere in its checkout, or a folder with one in it or in a folder of
    ///   it, which all files have to be in.
    /// - Throws: ``ProjectError`` if there is no project, or several, which are listed.
    init(_ path: String) throws(ProjectError) {
        let absolute = PortOptions.absolute(path)
        switch ProjectFolder.pathExtension(of: absolute) {
        case "xcodeproj":
            folder = try ProjectFolder(Self.checkout(of: ProjectFolder.parent(of: absolute)))
            project = try folder.resolving(absolute)
            return
        case "xcworkspace":
            throw ProjectError(
                file: path,
                "This is a workspace. Give the project in it that has the extension's target, NAME.xcodeproj.")
        default: break
        }
        folder = try ProjectFolder(absolute)
        guard folder.isFolder(folder.path) else {
            throw ProjectError(file: path, "This is a file. Give a project, NAME.xcodeproj, or a folder with one.")
        }
        let root = folder.path
        let (found, manifests) = Self.search(folder)
        guard found.count <= 1 else {
            let list = found.prefix(20).map { String($0.dropFirst(root.count + 1)) }.joined(separator: ", ")
            throw ProjectError(file: path, "The folder has several projects: \(list). Give one of them.")
        }
        guard let project = found.first else {
            let generator = manifests.first.map { " It has a \($0); generate the project first, on macOS." } ?? ""
            throw ProjectError(file: path, "The folder has no Xcode project (NAME.xcodeproj).\(generator)")
        }
        self.project = project
    }

    /// The checkout that a folder is in, which the project can share files with; the folder itself if it is in none.
    ///
    /// The user's home folder is not taken for a checkout, even if it is one.
    private static func checkout(of folder: String) -> String {
        let manager = FileManager.default
        let home = ProjectFolder.normalized(manager.homeDirectoryForCurrentUser.path)
        var candidate = folder
        for _ in 0..<8 where candidate != "/" && candidate != home && !candidate.isEmpty {
            if manager.fileExists(atPath: candidate + "/.git") { return candidate }
            candidate = ProjectFolder.parent(of: candidate)
        }
        return folder
    }

    /// The projects of the highest folder that has some, and the manifests of generators of projects.
    private static func search(_ folder: ProjectFolder) -> (projects: [String], manifests: [String]) {
        var level = [folder.path]
        var manifests: [String] = []
        var count = 0
        for _ in 0...depth {
            var projects: [String] = []
            var next: [String] = []
            for path in level {
                count += 1
                guard count <= folders else { break }
                for name in folder.names(in: path) where !name.hasPrefix(".") {
                    if name.hasSuffix(".xcodeproj") {
                        projects.append(path + "/" + name)
                    } else if ["project.yml", "Project.swift"].contains(name) {
                        manifests.append(name)
                    } else if !ignored.contains(name), !name.contains("."), folder.isFolder(path + "/" + name) {
                        next.append(path + "/" + name)
                    }
                }
            }
            guard projects.isEmpty else { return (projects, manifests) }
            level = next
        }
        return ([], manifests)
    }
}
