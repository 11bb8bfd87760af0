import SourceRewriting
import XcodeProjects

/// A module that the programs import: of the project, of a local package, or a missing one.
struct ImportedLibrary {
    /// The name of the target in the package, which is that of the module.
    var name: String
    /// The sources; nil for a module that is not there.
    var sources: SourceSet?
    /// The target of the project; nil for a module of a local package, and for one that is not there.
    var context: TargetContext?
    /// Whether the sources are in the language mode of Swift 6, if there is no target of the project.
    var isSwift6 = false
    /// The package that has a product with the name of the module; nil if the module becomes a target.
    var package: RemotePackage?

    /// What a target that imports the module depends on.
    var dependency: PackageDependency {
        package.map { .product(name, package: $0.name) } ?? .target(name)
    }
}

extension ProjectPort {
    /// The maximum number of libraries.
    private static let maximumLibraries = 200
    /// The number of sources up to which a framework is ported although it imports modules that do not exist: then the list of
    /// what is left to do stays short.
    private static let smallLibrary = 20

    /// Finds the modules that the programs import, and those that these import in turn.
    mutating func collectLibraries(for plans: [PlannedProgram]) {
        var open: [(module: String, file: String, line: Int)] = []
        let programs = Set(contexts.filter { $0.target.product == .app }.map(\.moduleName))
        for plan in plans {
            for (module, place) in plan.sources.imports.sorted(by: { $0.key < $1.key }) {
                open.append((module, place.file, place.line))
            }
        }
        open.reverse()
        while let (module, file, line) = open.popLast() {
            guard libraries[module] == nil, libraries.count < Self.maximumLibraries, !kit.importable.contains(module),
                !AppleModules.contains(module), !programs.contains(module)
            else { continue }
            guard names.isFree(module) else {
                notes.append(
                    ProjectNote(
                        .warning, file: file, line: line,
                        "The module \(module) is left out: another module of the package has its name."))
                continue
            }
            let library = library(module, file: file, line: line)
            libraries[module] = library
            _ = names.take(module, suffix: "")
            for (next, place) in (library.sources?.imports ?? [:]).sorted(by: { $0.key > $1.key }) {
                open.append((next, place.file, place.line))
            }
        }
    }

    private mutating func library(_ module: String, file: String, line: Int) -> ImportedLibrary {
        if let context = contexts.first(where: { $0.target.product == .library && $0.moduleName == module }) {
            var sources = SourceSet(context.target.sources, in: project.folder, target: context.target.name)
            if !sources.files.isEmpty,
                let header = context.target.headers.first(where: { ProjectFolder.name(of: $0) == module + ".h" })
            {
                _ = sources.addHeader(header, in: project.folder, of: module)
            }
            let missing = missingModules(of: sources)
            if sources.files.count > Self.smallLibrary, !missing.isEmpty {
                notes.append(
                    ProjectNote(
                        .warning, file: file, line: line,
                        "The framework \(context.target.name) with \(sources.files.count) sources is not ported, because it "
                            + "imports \(missing.prefix(12).joined(separator: ", ")). Sources/\(module) is an empty module in its "
                            + "place: write or copy what is used of it."))
                return ImportedLibrary(name: module, sources: nil, context: nil)
            }
            notes += context.settings.notes + context.target.notes + sources.notes
            return ImportedLibrary(name: module, sources: sources, context: context)
        }
        for package in project.localPackages {
            let folder = "\(package)/Sources/\(module)"
            guard project.folder.isFolder(folder) else { continue }
            let items = SynchronizedItems.sources(in: folder, of: project.folder)
            let sources = SourceSet(items, in: project.folder, target: module)
            notes += sources.notes
            let manifest = (try? project.folder.text(of: package + "/Package.swift", limit: 1 << 20)) ?? ""
            return ImportedLibrary(
                name: module, sources: sources, context: nil, isSwift6: manifest.hasPrefix("// swift-tools-version: 6"))
        }
        if let package = remotePackage(of: module) {
            notes.append(
                ProjectNote(
                    .note, file: file, line: line,
                    "The module \(module) is of the package \(package.address), which is fetched when the package is built. "
                        + "Whether it builds on Linux is up to that package."))
            return ImportedLibrary(name: module, sources: nil, context: nil, package: package)
        }
        let address = project.remotePackages.first { $0.name.lowercased().contains(module.lowercased()) }?.address
        notes.append(
            ProjectNote(
                .warning, file: file, line: line,
                "The module \(module) is not in the project\(address.map { " (it is of the package \($0))" } ?? ""). "
                    + "Sources/\(module) is an empty module in its place: write what is used of it, or remove the import."
            ))
        return ImportedLibrary(name: module, sources: nil, context: nil)
    }

    /// The remote package that has a product with the name of a module.
    private func remotePackage(of module: String) -> RemotePackage? {
        project.remotePackages.first { $0.products.contains(module) && $0.canBeReferred }
    }

    /// The modules that sources import and that neither the kit nor the project has.
    private func missingModules(of sources: SourceSet) -> [String] {
        let own = Set(contexts.filter { $0.target.product == .library }.map(\.moduleName))
        return sources.imports.keys.filter { module in
            !kit.importable.contains(module) && !own.contains(module) && LinuxModules.replacements[module] == nil
                && remotePackage(of: module) == nil
                && !project.localPackages.contains { project.folder.isFolder("\($0)/Sources/\(module)") }
        }.sorted()
    }

    /// Adds the libraries to the package.
    mutating func writeLibraries() {
        for (module, library) in libraries.sorted(by: { $0.key < $1.key }) where library.package == nil {
            var target = PackageTarget(name: module, kind: .library)
            if let sources = library.sources, !sources.files.isEmpty {
                target.isSwift6 = library.isSwift6
                addSources(sources, to: &target, context: library.context, registered: [])
                if target.files["ObjectiveCMembers.swift"] != nil {
                    registeredModules.append(module)
                    target.dependencies.insert(.library("OpenFoundation"))
                }
                if sources.files.contains(where: { $0.text.contains("UserDefaults") }) {
                    // In programs, the generated entry point declares it.
                    target.files["UserDefaults+Ported.swift"] = .text(
                        """
                        import OpenFoundation

                        /// The defaults that programs share, in place of those of swift-corelibs-foundation.
                        public typealias UserDefaults = OpenFoundation.UserDefaults

                        """)
                    target.dependencies.insert(.library("OpenFoundation"))
                }
            } else {
                // The header of a pod or a framework imports UIKit, which is so visible where the module is imported.
                target.files["\(module).swift"] = .text(
                    "// The project imports \(module), which is not in it. Write here what the project uses of the module.\n"
                        + (kit.frameworks.contains("UIKit") ? "@_exported import UIKit\n" : ""))
                for name in ["UIKit", "UniformTypeIdentifiers"] {
                    if let product = kit.product(of: name) { target.dependencies.insert(product) }
                }
            }
            targets.append(target)
        }
        removeCycles()
    }

    /// Removes the dependencies that lead from a library to itself, which SwiftPM does not accept.
    private mutating func removeCycles() {
        let indices = Dictionary(
            targets.indices.map { (targets[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        func reaches(_ start: String, _ goal: String) -> Bool {
            var open = [start]
            var seen: Set<String> = []
            while let next = open.popLast() {
                if next == goal { return true }
                guard seen.insert(next).inserted, let index = indices[next] else { continue }
                for case .target(let name) in targets[index].dependencies { open.append(name) }
            }
            return false
        }
        for index in targets.indices {
            for case .target(let name) in targets[index].dependencies.sorted() where reaches(name, targets[index].name)
            {
                targets[index].dependencies.remove(.target(name))
                notes.append(
                    ProjectNote(
                        .error, file: project.file,
                        "The modules \(targets[index].name) and \(name) import each other, which a package cannot have."
                    ))
            }
        }
    }

    /// Adds the resources of the libraries that a program links, which are part of the program here.
    func addLibraryResources(of program: PackageTarget, to target: inout PackageTarget) {
        var open = program.dependencies.compactMap { dependency -> String? in
            if case .target(let name) = dependency { name } else { nil }
        }
        var seen: Set<String> = []
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            if let context = libraries[name]?.context {
                let resources = ResourceSet(context, in: project.folder)
                for (path, file) in resources.files where target.files["Resources/\(path)"] == nil {
                    target.files["Resources/\(path)"] = file
                }
            }
            for case .target(let next) in targets.first(where: { $0.name == name })?.dependencies ?? [] {
                open.append(next)
            }
        }
    }
}
