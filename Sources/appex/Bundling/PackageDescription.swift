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
    }

    /// A file that `swift build` copies into the target's resource bundle.
    struct Resource: Decodable, Equatable {
        let path: String
    }

    /// One product of the package.
    struct Product: Decodable, Equatable {
        let name: String
        let targets: [String]
        let type: [String: Ignored?]

        var isExecutable: Bool { type.keys.contains("executable") }
    }

    /// A value whose content does not matter.
    struct Ignored: Decodable, Equatable {
        init() {}
        init(from decoder: any Decoder) {}
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
        var seen: Set<String> = []
        var open = [target.name]
        while let next = open.popLast() {
            guard seen.insert(next).inserted, let target = targets.first(where: { $0.name == next }) else { continue }
            open.append(contentsOf: target.targetDependencies ?? [])
        }
        return targets.filter { seen.contains($0.name) && $0.resources?.isEmpty == false }
            .map { "\(name)_\($0.name).resources" }.sorted()
    }
}
