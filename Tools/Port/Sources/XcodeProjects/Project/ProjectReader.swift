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
    private(set) var remotePackages: [String] = []
    var notes: [ProjectNote] = []

    private var tree: GroupTree
    private var products: [String: String] = [:]
    private var configurations: [String: ConfigurationFile] = [:]

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
        for object in listed { targets.append(target(object)) }
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
                if let address = object.string("repositoryURL") { remotePackages.append(address) }
            default: break
            }
        }
        // A local package can also be a reference to its folder, as in projects of Xcode 14 and before.
        let folders = tree.paths.filter { path in
            let object = objects[path.key]
            return object?.kind == "PBXFileReference"
                && ["wrapper", "folder"].contains(object?.string("lastKnownFileType"))
        }
        for path in Set(folders.values).sorted() where folder.exists(path + "/Package.swift") {
            addPackage(path, line: nil)
        }
    }

    private mutating func addPackage(_ path: String, line: Int?) {
        guard let resolved = try? folder.resolving(path) else {
            note(.warning, line, "The local package \(path) is missing, or outside of \(folder.path).")
            return
        }
        if !localPackages.contains(resolved) { localPackages.append(resolved) }
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
        readPhases(of: object, into: &target)
        readSynchronizedFolders(of: object, into: &target)
        for identifier in object.strings("dependencies") {
            if let dependency = objects[identifier]?.string("target") { target.dependencies.append(dependency) }
        }
        for identifier in object.strings("packageProductDependencies") {
            if let product = objects[identifier]?.string("productName") { target.packageProducts.append(product) }
        }
        // A note about one target matters only if the target is ported.
        target.notes = Array(notes[before...])
        notes.removeSubrange(before...)
        return target
    }
}

/// The content of an xcconfig file.
private struct ConfigurationFile {
    var assignments: [SettingAssignment] = []
    var notes: [ProjectNote] = []
}

// MARK: - Settings

extension ProjectReader {
    private mutating func readSettings(of object: ProjectObject, into target: inout XcodeTarget, type: String) {
        let own = list(object.string("buildConfigurationList"))
        let common = list(root.string("buildConfigurationList"))
        target.defaultConfiguration = own.defaultName ?? common.defaultName
        let names = own.configurations.isEmpty ? common.configurations.keys.sorted() : own.configurations.keys.sorted()
        for name in names {
            var levels = [defaults(target.name, type: type, configuration: name)]
            var found: [ProjectNote] = []
            for configuration in [common.configurations[name], own.configurations[name]] {
                guard let configuration else { continue }
                let file = baseFile(of: configuration)
                found += file.notes
                levels.append(file.assignments)
                levels.append(assignments(of: configuration))
            }
            var settings = BuildSettings(levels: levels, configuration: name)
            settings.notes = found
            target.settings[name] = settings
        }
    }

    private func list(_ identifier: String?) -> (configurations: [String: ProjectObject], defaultName: String?) {
        guard let list = identifier.flatMap({ objects[$0] }) else { return ([:], nil) }
        var result: [String: ProjectObject] = [:]
        for configuration in list.strings("buildConfigurations").compactMap({ objects[$0] }) {
            if let name = configuration.string("name") { result[name] = configuration }
        }
        return (result, list.string("defaultConfigurationName"))
    }

    private mutating func assignments(of configuration: ProjectObject) -> [SettingAssignment] {
        let values = configuration["buildSettings"]?.dictionary ?? [:]
        return values.keys.sorted().compactMap { key in
            let value: String
            switch values[key] {
            case .string(let text): value = text
            case .array(let elements): value = elements.compactMap(\.string).joined(separator: " ")
            default: return nil
            }
            return SettingAssignment(key: key, value: value)
        }
    }

    /// What the xcconfig file contains that a configuration is based on; nothing if it has none.
    private mutating func baseFile(of configuration: ProjectObject) -> ConfigurationFile {
        var path = configuration.string("baseConfigurationReference").flatMap { tree.paths[$0] }
        if path == nil, let anchor = configuration.string("baseConfigurationReferenceAnchor"),
            let relative = configuration.string("baseConfigurationReferenceRelativePath")
        {
            path = tree.paths[anchor].map { ProjectFolder.joining($0, relative) }
        }
        guard let path else { return ConfigurationFile() }
        if let known = configurations[path] { return known }
        var reader = XcconfigReader(in: folder)
        var result = ConfigurationFile()
        do throws(ProjectError) {
            result.assignments = try reader.read(path)
            result.notes = reader.notes
        } catch {
            // Files of CocoaPods are made on each machine, and are usually not in the repository.
            let isOfPods = path.contains("Pods-")
            let remedy =
                isOfPods
                ? "Run \"pod install\" if settings of it are needed."
                : "Its settings are empty; give them by --setting NAME=VALUE or --xcconfig FILE."
            result.notes = [
                ProjectNote(
                    isOfPods ? .note : .warning, file: error.file, line: error.line, "\(error.message) \(remedy)")
            ]
        }
        configurations[path] = result
        return result
    }

    /// What Xcode defines for every target.
    private func defaults(_ target: String, type: String, configuration: String) -> [SettingAssignment] {
        let region = root.string("developmentRegion") ?? "en"
        let isExtension = type.hasSuffix("-extension")
        let values = [
            "ACTION": "build", "AppIdentifierPrefix": "", "CONFIGURATION": configuration, "CURRENT_ARCH": "arm64",
            "CURRENT_PROJECT_VERSION": "1", "DEVELOPMENT_LANGUAGE": region == "English" ? "en" : region,
            "DEVELOPMENT_TEAM": "", "EFFECTIVE_PLATFORM_NAME": "-iphoneos", "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
            "EXECUTABLE_PREFIX": "", "EXECUTABLE_SUFFIX": "", "IPHONEOS_DEPLOYMENT_TARGET": "15.0",
            "MARKETING_VERSION": "1.0", "PLATFORM_NAME": "iphoneos",
            "PRODUCT_BUNDLE_PACKAGE_TYPE": isExtension ? "XPC!" : type.contains("framework") ? "FMWK" : "APPL",
            "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)", "PRODUCT_NAME": "$(TARGET_NAME)",
            "PRODUCT_TYPE": type, "PROJECT": name, "PROJECT_DIR": sourceRoot, "PROJECT_NAME": name,
            "SDKROOT": "iphoneos", "SOURCE_ROOT": sourceRoot, "SRCROOT": sourceRoot,
            "SWIFT_MODULE_NAME": "$(PRODUCT_MODULE_NAME)", "SWIFT_VERSION": "5.0", "TARGETNAME": target,
            "TARGET_NAME": target, "TeamIdentifierPrefix": "",
            "WRAPPER_EXTENSION": isExtension ? "appex" : "app",
        ]
        return values.compactMap { SettingAssignment(key: $0.key, value: $0.value) }
    }
}

// MARK: - Files

extension ProjectReader {
    private mutating func readPhases(of object: ProjectObject, into target: inout XcodeTarget) {
        for identifier in object.strings("buildPhases") {
            guard let phase = objects[identifier] else {
                note(
                    .warning, object.line,
                    "The target \(target.name) has the build phase \(identifier), which is not defined.")
                continue
            }
            switch phase.kind {
            case "PBXSourcesBuildPhase", "PBXResourcesBuildPhase":
                for file in phase.strings("files") { add(file, of: phase, to: &target) }
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
        do throws(ProjectError) {
            let resolved = try folder.resolving(path)
            let isFolder = folder.isFolder(resolved)
            let item = ProjectItem(path: resolved, localization: localization, isFolder: isFolder)
            add(item, to: &target)
        } catch {
            note(
                .warning, object.line,
                "\(path), a file of the target \(target.name), is left out: \(error.message)")
        }
    }

    private func add(_ item: ProjectItem, to target: inout XcodeTarget) {
        switch FileKind(item.path) {
        case .swift, .otherSource:
            if !target.sources.contains(item) { target.sources.append(item) }
        case .none: break
        default:
            if !target.resources.contains(item) { target.resources.append(item) }
        }
    }

    /// Adds the files of the synchronized folders: those of the target without the exceptions that are declared for it, and
    /// of other targets' folders the files that are declared for it.
    private mutating func readSynchronizedFolders(of object: ProjectObject, into target: inout XcodeTarget) {
        let own = Set(object.strings("fileSystemSynchronizedGroups"))
        let groups = tree.paths.keys.compactMap { objects[$0] }
            .filter { $0.kind == "PBXFileSystemSynchronizedRootGroup" }.sorted { $0.identifier < $1.identifier }
        for group in groups {
            var exceptions: Set<String> = []
            for exception in group.strings("exceptions").compactMap({ objects[$0] })
            where exception.string("target") == object.identifier {
                exceptions.formUnion(exception.strings("membershipExceptions"))
            }
            let isOwn = own.contains(group.identifier)
            guard isOwn || !exceptions.isEmpty, let path = tree.paths[group.identifier] else { continue }
            let contents = SynchronizedFolder(in: folder, path: path, folders: Set(group.strings("explicitFolders")))
            if contents.isCut {
                note(.warning, group.line, "\(path) has more files or deeper folders than are read.")
            }
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
