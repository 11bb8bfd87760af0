import AppexModel

/// Reads the targets of a project from its objects.
struct ProjectReader {
    let objects: ProjectObjects
    let root: ProjectObject
    let sourceRoot: String
    let folder: ProjectFolder
    let name: String

    private(set) var targets: [XcodeTarget] = []
    private(set) var localPackages: [String] = []
    private(set) var remotePackages: [RemotePackage] = []
    var notes: [ProjectNote] = []

    /// The maximum number of files of all targets together.
    private static let maximumItems = 200_000
    /// The maximum number of missing files of a target that are named.
    private static let maximumMissing = 100

    var tree: GroupTree
    private var items = 0
    /// The number of files of the current target that are missing.
    private var missing = 0
    private var places: [String: Result<ProjectItem, ProjectError>] = [:]
    private var seen: Set<ProjectItem> = []
    /// The groups whose files belong to targets without being listed, with their contents once they have been read.
    private var synchronizedGroups: [(group: ProjectObject, contents: SynchronizedFolder?)] = []
    private var products: [String: String] = [:]
    /// The products that the targets use of each remote package, by its identifier.
    private var remoteProducts: [String: Set<String>] = [:]
    var configurations: [String: ConfigurationFile] = [:]

    init(objects: ProjectObjects, root: ProjectObject, sourceRoot: String, folder: ProjectFolder, name: String) {
        self.objects = objects
        self.root = root
        self.sourceRoot = sourceRoot
        self.folder = folder
        self.name = name
        tree = GroupTree(objects, mainGroup: root.string("mainGroup") ?? "", sourceRoot: sourceRoot)
        notes = tree.notes
    }

    /// Reads everything.
    ///
    /// - Throws: ``ProjectError`` if the project has too many targets.
    mutating func read() throws(ProjectError) {
        let identifiers = root.strings("targets")
        guard identifiers.count <= XcodeProject.maximumTargets else {
            throw ProjectError(
                file: objects.file, line: root.line,
                "The project has \(identifiers.count) targets; at most \(XcodeProject.maximumTargets) can be read.")
        }
        var listed: [ProjectObject] = []
        var seen: Set<String> = []
        for identifier in identifiers where seen.insert(identifier).inserted {
            guard let object = objects[identifier] else {
                note(.warning, root.line, "The project lists the target \(identifier) and does not define it.")
                continue
            }
            listed.append(object)
            if let product = object.string("productReference") { products[product] = identifier }
        }
        synchronizedGroups = tree.paths.keys.compactMap { objects[$0] }
            .filter { $0.kind == "PBXFileSystemSynchronizedRootGroup" }.sorted { $0.identifier < $1.identifier }
            .map { ($0, nil) }
        for object in listed { targets.append(target(object)) }
        if items > Self.maximumItems {
            note(.warning, root.line, "The targets have more than \(Self.maximumItems) files; the others are left out.")
        }
        readPackages()
    }

    mutating func note(_ severity: ProjectNote.Severity, _ line: Int?, _ message: String) {
        notes.append(ProjectNote(severity, file: objects.file, line: line, message))
    }

    private mutating func readPackages() {
        for identifier in root.strings("packageReferences") {
            guard let object = objects[identifier] else { continue }
            switch object.kind {
            case "XCLocalSwiftPackageReference":
                if let path = object.string("relativePath") {
                    addPackage(ProjectFolder.joining(sourceRoot, path), line: object.line)
                }
            case "XCRemoteSwiftPackageReference":
                if let package = RemotePackage(object, products: remoteProducts[identifier] ?? []) {
                    remotePackages.append(package)
                }
            default: break
            }
        }
        // A local package can also be a reference to its folder, as in projects of Xcode 14 and before.
        let folders = tree.paths.filter { path in
            let object = objects[path.key]
            return object?.kind == "PBXFileReference"
                && ["wrapper", "folder"].contains(object?.string("lastKnownFileType"))
        }
        for path in Set(folders.values).sorted() {
            let manifest = path + "/Package.swift"
            if folder.exists(manifest) || folder.existsOutside(manifest) { addPackage(path, line: nil) }
        }
    }

    private mutating func addPackage(_ path: String, line: Int?) {
        if let resolved = try? folder.resolving(path) {
            if !localPackages.contains(resolved) { localPackages.append(resolved) }
        } else if folder.existsOutside(path) {
            let common = folder.common(with: path)
            note(
                .warning, line,
                "The local package \(path) is outside of \(folder.path), so its modules are left out. Give a folder that contains "
                    + "the project and the package\(common == "/" ? "" : ", such as \(common)").")
        } else {
            note(.warning, line, "The local package \(path) does not exist, so its modules are left out.")
        }
    }

    private mutating func target(_ object: ProjectObject) -> XcodeTarget {
        let type = object.string("productType") ?? object.kind
        let name = object.string("name") ?? object.identifier
        var target = XcodeTarget(
            identifier: object.identifier, name: name, product: XcodeTarget.Product(type: type), line: object.line)
        readSettings(of: object, into: &target, type: type)
        switch target.product {
        case .other, .tests: return target
        case .app, .appExtension, .library: break
        }
        let before = notes.count
        seen = []
        missing = 0
        readPhases(of: object, into: &target)
        readSynchronizedFolders(of: object, into: &target)
        for identifier in object.strings("dependencies") {
            if let dependency = objects[identifier]?.string("target") { target.dependencies.append(dependency) }
        }
        for identifier in object.strings("packageProductDependencies") {
            guard let object = objects[identifier], let product = object.string("productName") else { continue }
            target.packageProducts.append(product)
            if let package = object.string("package") { remoteProducts[package, default: []].insert(product) }
        }
        if missing > Self.maximumMissing {
            note(
                .warning, object.line, "\(missing - Self.maximumMissing) more files of the target \(name) are left out."
            )
        }
        // A note about one target matters only if the target is ported.
        target.notes = Array(notes[before...])
        notes.removeSubrange(before...)
        return target
    }
}

// MARK: - Files

extension ProjectReader {
    private mutating func readPhases(of object: ProjectObject, into target: inout XcodeTarget) {
        var read: Set<String> = []
        for identifier in object.strings("buildPhases") where read.insert(identifier).inserted {
            guard let phase = objects[identifier] else {
                note(
                    .warning, object.line,
                    "The target \(target.name) has the build phase \(identifier), which is not defined.")
                continue
            }
            switch phase.kind {
            case "PBXSourcesBuildPhase", "PBXResourcesBuildPhase":
                for file in phase.strings("files") { add(file, of: phase, to: &target) }
            case "PBXHeadersBuildPhase":
                for file in phase.strings("files") {
                    guard let reference = objects[file]?.string("fileRef"), let path = tree.paths[reference] else {
                        continue
                    }
                    target.headers.append(path)
                }
            case "PBXCopyFilesBuildPhase", "PBXFrameworksBuildPhase":
                for file in phase.strings("files") {
                    guard let reference = objects[file]?.string("fileRef") else { continue }
                    if let product = products[reference] {
                        if phase.kind == "PBXCopyFilesBuildPhase" { target.embedded.append(product) }
                        target.dependencies.append(product)
                    }
                }
            case "PBXShellScriptBuildPhase":
                note(
                    .note, phase.line,
                    "The script \"\(phase.string("name") ?? "Run Script")\" of the target \(target.name) is not run.")
            default: break
            }
        }
    }

    /// Adds the file of a build phase.
    private mutating func add(_ identifier: String, of phase: ProjectObject, to target: inout XcodeTarget) {
        items += 1
        guard items <= Self.maximumItems else { return }
        guard let file = objects[identifier] else {
            note(
                .warning, phase.line, "The target \(target.name) contains the file \(identifier), which is not defined."
            )
            return
        }
        // A product of a package has no file.
        guard let reference = file.string("fileRef") else { return }
        guard let object = objects[reference] else {
            note(.warning, file.line, "The target \(target.name) contains a file that the project does not define.")
            return
        }
        if object.kind == "PBXVariantGroup" {
            for child in object.strings("children").compactMap({ objects[$0] }) {
                add(child, localization: localization(of: child), to: &target)
            }
        } else {
            add(object, localization: nil, to: &target)
        }
    }

    private func localization(of object: ProjectObject) -> String? {
        let components = (tree.paths[object.identifier] ?? "").split(separator: "/")
        if let folder = components.last(where: { $0.hasSuffix(".lproj") }) { return String(folder) }
        return object.string("name").map { "\($0).lproj" }
    }

    private mutating func add(_ object: ProjectObject, localization: String?, to target: inout XcodeTarget) {
        guard let path = tree.paths[object.identifier] else {
            if products[object.identifier] == nil, object.string("sourceTree") == "<group>" {
                note(
                    .warning, object.line,
                    "\(object.displayName) is in no group, so its path is unknown; it is left out.")
            }
            return
        }
        switch place(of: path) {
        case .success(var item):
            item.localization = localization
            add(item, to: &target)
        case .failure(let error):
            missing += 1
            guard missing <= Self.maximumMissing else { return }
            note(
                .warning, object.line,
                "\(path), a file of the target \(target.name), is left out: \(error.message)")
        }
    }

    /// The item at a path, which is looked up once for all targets.
    private mutating func place(of path: String) -> Result<ProjectItem, ProjectError> {
        if let known = places[path] { return known }
        let result: Result<ProjectItem, ProjectError>
        do throws(ProjectError) {
            let resolved = try folder.resolving(path)
            result = .success(ProjectItem(path: resolved, isFolder: folder.isFolder(resolved)))
        } catch {
            result = .failure(error)
        }
        places[path] = result
        return result
    }

    private mutating func add(_ item: ProjectItem, to target: inout XcodeTarget) {
        let kind = FileKind(item.path)
        guard kind != .none, seen.insert(item).inserted else { return }
        switch kind {
        case .swift, .otherSource: target.sources.append(item)
        default: target.resources.append(item)
        }
    }

    /// Adds the files of the synchronized folders: those of the target without the exceptions that are declared for it, and
    /// of other targets' folders the files that are declared for it.
    private mutating func readSynchronizedFolders(of object: ProjectObject, into target: inout XcodeTarget) {
        let own = Set(object.strings("fileSystemSynchronizedGroups"))
        for index in synchronizedGroups.indices {
            let group = synchronizedGroups[index].group
            var exceptions: Set<String> = []
            for exception in group.strings("exceptions").compactMap({ objects[$0] })
            where exception.string("target") == object.identifier {
                exceptions.formUnion(exception.strings("membershipExceptions"))
            }
            let isOwn = own.contains(group.identifier)
            guard isOwn || !exceptions.isEmpty, let path = tree.paths[group.identifier] else { continue }
            let contents =
                synchronizedGroups[index].contents
                ?? SynchronizedFolder(in: folder, path: path, folders: Set(group.strings("explicitFolders")))
            synchronizedGroups[index].contents = contents
            if contents.isCut {
                note(.warning, group.line, "\(path) has more files or deeper folders than are read.")
            }
            items += contents.items.count
            guard items <= Self.maximumItems else { return }
            if contents.items.isEmpty { note(.warning, group.line, "The folder \(path) is missing or empty.") }
            for (relative, item) in contents.items
            where Self.isListed(relative, localized: item.localization != nil, in: exceptions) != isOwn {
                add(item, to: &target)
            }
        }
        removeManifests(from: &target)
    }

    /// Whether exceptions contain a file, or a folder that contains it. A localized file is listed once for all languages, as
    /// `/Localized: NAME`.
    private static func isListed(_ relative: String, localized: Bool, in exceptions: Set<String>) -> Bool {
        guard !exceptions.isEmpty else { return false }
        if localized {
            let common = relative.split(separator: "/").filter { !$0.hasSuffix(".lproj") }.joined(separator: "/")
            if exceptions.contains("/Localized: " + common) { return true }
        }
        var path = relative
        while !path.isEmpty {
            if exceptions.contains(path) { return true }
            path = ProjectFolder.parent(of: path)
        }
        return false
    }

    /// Removes the Info.plist from the resources: Xcode does not copy it as a file of a synchronized folder.
    private func removeManifests(from target: inout XcodeTarget) {
        let manifests = Set(
            target.settings.values.compactMap { $0["INFOPLIST_FILE"] }.map { ProjectFolder.joining(sourceRoot, $0) })
        target.resources.removeAll { manifests.contains($0.path) }
    }
}
