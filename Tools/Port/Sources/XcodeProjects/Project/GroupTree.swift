/// Where the files of a project are: the groups, from the root to each file, give the paths.
struct GroupTree {
    /// The maximum number of groups and files.
    static let items = 1_000_000

    /// The absolute path of each file and folder, by the identifier of its object.
    private(set) var paths: [String: String] = [:]
    /// What was left out.
    private(set) var notes: [ProjectNote] = []

    /// Follows the groups from the main group.
    ///
    /// - Parameter sourceRoot: the folder of the project, as an absolute path.
    init(_ objects: ProjectObjects, mainGroup: String, sourceRoot: String) {
        var open = [(identifier: mainGroup, parent: sourceRoot)]
        var visited: Set<String> = []
        while let (identifier, parent) = open.popLast() {
            guard let object = objects[identifier] else {
                notes.append(
                    ProjectNote(
                        .warning, file: objects.file,
                        "A group contains \(identifier), which the project does not define."))
                continue
            }
            guard visited.insert(identifier).inserted else {
                notes.append(
                    ProjectNote(
                        .warning, file: objects.file, line: object.line,
                        "\(object.displayName) is in several groups, or in itself; only its first place is used."))
                continue
            }
            guard visited.count <= Self.items else { return }
            guard let path = path(of: object, in: parent, sourceRoot: sourceRoot, file: objects.file) else { continue }
            paths[identifier] = path
            switch object.kind {
            case "PBXGroup", "PBXVariantGroup", "XCVersionGroup":
                for child in object.strings("children").reversed() { open.append((child, path)) }
            default: break
            }
        }
    }

    private mutating func path(
        of object: ProjectObject, in parent: String, sourceRoot: String, file: String
    ) -> String? {
        let path = object.string("path") ?? ""
        switch object.string("sourceTree") ?? "<group>" {
        case "<group>": return path.isEmpty ? parent : ProjectFolder.joining(parent, relative(path))
        case "SOURCE_ROOT": return ProjectFolder.joining(sourceRoot, relative(path))
        case "<absolute>":
            // Frameworks of the system are usually added by their absolute paths.
            if !path.hasSuffix(".framework"), !path.hasSuffix(".dylib"), !path.hasSuffix(".tbd") {
                notes.append(
                    ProjectNote(
                        .warning, file: file, line: object.line,
                        "\(path.prefix(200)) is an absolute path, which is not followed. Move the file into the project's "
                            + "folder."))
            }
            return nil
        default: return nil
        }
    }

    /// The path without slashes at its beginning, so that it stays below its group.
    private func relative(_ path: String) -> String { String(path.drop { $0 == "/" }) }
}
