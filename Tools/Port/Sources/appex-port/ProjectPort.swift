import AppexModel
import SourceRewriting
import XcodeProjects

/// Ports the app extensions of one Xcode project.
struct ProjectPort {
    let options: PortOptions
    let kit: KitContents
    let project: XcodeProject
    /// The targets that can be ported or imported, in the order of the project.
    let contexts: [TargetContext]
    let choice: TargetChoice

    var names: ModuleNames
    var notes: [ProjectNote] = []
    /// The targets of the package.
    var targets: [PackageTarget] = []
    /// The libraries that are imported, by the name of their module.
    var libraries: [String: ImportedLibrary] = [:]
    /// The libraries that register members of their classes.
    var registeredModules: [String] = []
    /// The results of rewriting of an earlier port.
    var cache: RewritingCache?

    /// Reads the project and chooses the targets.
    ///
    /// - Throws: ``ProjectError`` if the project cannot be read or has nothing to port.
    init(_ options: PortOptions) throws(ProjectError) {
        self.options = options
        kit = try KitContents(options.kit)
        let location = try ProjectLocation(options.path)
        project = try XcodeProject(location.project, in: location.folder)
        let (levels, levelNotes) = try options.levels()
        var missing: [ProjectNote] = []
        if let name = options.configuration, !project.targets.contains(where: { $0.settings[name] != nil }) {
            let known = Set(project.targets.flatMap(\.settings.keys)).sorted().joined(separator: ", ")
            let message = "The project has no build configuration \"\(name)\"; it has \(known)."
            // "appex bundle" gives these two without being asked.
            guard name == "Debug" || name == "Release" else { throw ProjectError(file: project.file, message) }
            missing.append(ProjectNote(.note, file: project.file, message + " Its default is used."))
        }
        contexts = project.targets.map {
            TargetContext($0, configuration: options.configuration, levels: levels)
        }
        choice = try TargetChoice(options.targets, of: contexts, in: project)
        names = ModuleNames(reserved: kit.reservedNames)
        notes = missing + project.notes + levelNotes + choice.notes
    }

    /// Ports the targets and writes the package.
    ///
    /// - Throws: ``ProjectError`` if the package cannot be written.
    mutating func run() throws(ProjectError) -> PortReport {
        let output = try OutputFolder(options.output)
        cache = RewritingCache(output)
        let plans = try withSources(plannedPrograms())
        collectLibraries(for: plans)
        writeLibraries()
        for plan in plans { add(plan) }
        let package = PackageText(
            name: packageName, project: packageName, kit: options.dependsOnKit ? kit.folder : nil,
            packages: remotePackages, targets: targets)
        var files: [String: OutputFile] = [
            "Package.swift": .text(package.text),
            ".gitignore": .text("\(SDKPackage.ignoredFiles)\(RewritingCache.folderName)/\n"),
        ]
        if !options.dependsOnKit {
            files[SDKPackage.editorConfigurationFile] = .text(SDKPackage.editorConfiguration)
        }
        for target in targets {
            for (path, file) in target.files { files["Sources/\(target.name)/\(path)"] = file }
        }
        if package.packages.contains(openCombine) {
            notes.append(
                ProjectNote(
                    .note, file: project.file,
                    "The package \(openCombine.address) takes the place of Combine. It is fetched when the package is built."
                ))
        }
        let result = try output.write(files, from: project.folder)
        // In a package that depends on the sources, a plug-in generates the source that begins a program.
        let others = targets.filter { options.dependsOnKit || $0.kind == .library }
        output.removeGeneratedSources(of: others.map(\.name))
        cache?.save()
        notes += result.leftOut
        for name in result.kept {
            notes.append(
                ProjectNote(
                    .note, file: output.path + "/" + name,
                    "The file was changed since it was written, and is kept. Remove it to have it written again."))
        }
        return PortReport(
            project: project.name, folder: project.folder.path, package: output.path, kit: kit.folder, targets: targets,
            notes: notes, result: result)
    }

    /// The programs without the extensions that are written in other languages.
    ///
    /// - Throws: ``ProjectError`` if no program is left.
    private func withSources(_ plans: [PlannedProgram]) throws(ProjectError) -> [PlannedProgram] {
        guard let first = plans.first(where: \.isForeign), plans.allSatisfy({ $0.isForeign || $0.kind == .placeholder })
        else { return plans.filter { !$0.isForeign } }
        let others = first.sources.others
        let list =
            others.prefix(12).joined(separator: ", ") + (others.count > 12 ? " and \(others.count - 12) more" : "")
        throw ProjectError(
            file: project.file, line: first.context?.target.line,
            "The extension \(first.name) has no Swift sources, only \(list). Only Swift is compiled on Linux, so there is nothing to "
                + "port; begin an extension with `appex new`, and write its class in Swift.")
    }

    /// The packages that the targets use.
    private var remotePackages: [RemotePackage] {
        var packages = Set(libraries.values.compactMap(\.package))
        let usesCombine = targets.contains { target in
            target.dependencies.contains(.product(LinuxModules.combine, package: openCombine.name))
        }
        if usesCombine { packages.insert(openCombine) }
        return packages.sorted { $0.address < $1.address }
    }

    private var packageName: String {
        let name = String(project.name.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
        return name.isEmpty ? "Port" : name
    }
}
