import Foundation

/// The part of the output of `swift package describe --type json` that bundling needs.
struct PackageDescription: Decodable, Equatable {
    /// One target of the package.
    struct Target: Decodable, Equatable {
        let name: String
        /// The module name of the target.
        let c99name: String
        let type: String
        /// The target's folder, relative to the package's folder.
        let path: String
        var targetDependencies: [String]?
        var resources: [Resource]?

        var isExecutable: Bool { type == "executable" }

        /// Whether other targets can import the target's module.
        var isImportable: Bool { type == "library" || type == "system-target" }
    }

    /// A file that `swift build` copies into the target's resource bundle.
    struct Resource: Decodable, Equatable {
        let path: String
    }

    /// One product of the package.
    struct Product: Decodable, Equatable {
        let name: String
        let targets: [String]
        /// The kind, with its options: those of a library say how it is linked.
        let type: [String: [String]?]

        var isExecutable: Bool { type.keys.contains("executable") }
        var isDynamicLibrary: Bool { (type["library"] ?? nil)?.contains("dynamic") == true }
    }

    let name: String
    /// The package's folder.
    let path: String
    let targets: [Target]
    let products: [Product]

    /// Parses the JSON text.
    static func reading(_ json: Data, package: String) throws(BundlingError) -> PackageDescription {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(PackageDescription.self, from: json)
        } catch {
            throw .notDescribed(package: package, reason: "\(error)")
        }
    }

    /// The name of the executable product that contains a target.
    func product(of target: Target) -> String? {
        products.first { $0.isExecutable && $0.targets.contains(target.name) }?.name
    }

    /// The resource bundles that a target's program looks for next to itself: its own and those of its dependencies.
    func resourceBundles(of target: Target) -> [String] {
        let used = closure(of: [target.name])
        return targets.filter { used.contains($0.name) && $0.resources?.isEmpty == false }
            .map { "\(name)_\($0.name).resources" }.sorted()
    }

    /// The folders of the targets that a target depends on, without its own.
    func dependencyFolders(of target: Target) -> [String] {
        let used = closure(of: [target.name])
        return targets.filter { $0.name != target.name && used.contains($0.name) }.map { "\(path)/\($0.path)" }.sorted()
    }

    /// The names of some targets and of all targets of the package that they depend on.
    func closure(of names: [String]) -> Set<String> {
        var seen: Set<String> = []
        var open = names
        while let next = open.popLast() {
            guard seen.insert(next).inserted, let target = targets.first(where: { $0.name == next }) else { continue }
            open.append(contentsOf: target.targetDependencies ?? [])
        }
        return seen
    }
}
