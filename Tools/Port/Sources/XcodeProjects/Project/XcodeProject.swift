/// An Xcode project: its targets with their files and build settings.
package struct XcodeProject: Sendable {
    /// The maximum number of targets.
    static let maximumTargets = 2_000

    /// The name of the project without `.xcodeproj`.
    package let name: String
    /// The path of the file `project.pbxproj`.
    package let file: String
    /// The folder that the paths of the build settings are relative to.
    package let sourceRoot: String
    /// The folder that all files have to be in.
    package let folder: ProjectFolder
    /// The targets in the order of the project.
    package internal(set) var targets: [XcodeTarget] = []
    /// The absolute paths of the folders of local Swift packages.
    package internal(set) var localPackages: [String] = []
    /// The remote Swift packages.
    package internal(set) var remotePackages: [RemotePackage] = []
    /// What was left out or assumed.
    package internal(set) var notes: [ProjectNote] = []

    /// Reads a project.
    ///
    /// - Parameter path: the path of the folder `NAME.xcodeproj`.
    /// - Parameter folder: the folder that all files have to be in, which contains the project.
    /// - Throws: ``ProjectError`` if there is no project, or it is damaged. What does not keep the other targets from being
    ///   read is one of the ``notes``.
    package init(_ path: String, in folder: ProjectFolder) throws(ProjectError) {
        let project = try folder.resolving(path)
        let file = project + "/project.pbxproj"
        let objects = try ProjectObjects(parsing: try folder.bytes(of: file), file: file)
        guard let root = objects[objects.root], root.kind == "PBXProject" else {
            throw ProjectError(
                file: file, "The rootObject \(objects.root) is not a project. Restore the file from version control.")
        }
        let sourceRoot = ProjectFolder.joining(
            ProjectFolder.parent(of: project),
            String((root.string("projectDirPath") ?? "").drop { $0 == "/" }))
        guard folder.contains(sourceRoot) else {
            throw ProjectError(
                file: file, line: root.line,
                "The project's folder, \(sourceRoot), is outside of \(folder.path). Give a folder that contains both.")
        }
        let display = ProjectFolder.name(of: project)
        name = display.hasSuffix(".xcodeproj") ? String(display.dropLast(10)) : display
        self.file = file
        self.sourceRoot = sourceRoot
        self.folder = folder
        var reader = ProjectReader(objects: objects, root: root, sourceRoot: sourceRoot, folder: folder, name: name)
        try reader.read()
        targets = reader.targets
        localPackages = reader.localPackages
        remotePackages = reader.remotePackages
        notes = reader.notes
    }

    /// The target with an identifier.
    package func target(_ identifier: String) -> XcodeTarget? { targets.first { $0.identifier == identifier } }
}
