import Foundation

/// What `swift package describe --type json` says about a package, as far as bundling needs it.
struct PackageDescription: Decodable, Equatable {
    /// One target of the package.
    struct Target: Decodable, Equatable {
        let name: String
        /// The name of the module in source code.
        let c99name: String
        let type: String
        /// The folder of the target, from the folder of the package.
        let path: String
        var targetDependencies: [String]?
        var resources: [Resource]?

        var isExecutable: Bool { type == "executable" }
    }

    /// Something that `swift build` copies into the resource bundle of a target.
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

    /// A value that is there or not; what it says does not matter.
    struct Ignored: Decodable, Equatable {
        init() {}
        init(from decoder: any Decoder) {}
    }

    let name: String
    /// The folder of the package.
    let path: String
    let targets: [Target]
    let products: [Product]

    /// Reads the JSON text.
    static func reading(_ json: Data, package: String) throws(BundlingError) -> PackageDescription {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(PackageDescription.self, from: json)
        } catch {
            throw .notDescribed(package: package, reason: "\(error)")
        }
    }

    /// The executable product that `swift build` makes of a target.
    func product(of target: Target) -> String? {
        products.first { $0.isExecutable && $0.targets.contains(target.name) }?.name
    }

    /// The resource bundles that the program of a target looks for beside itself, its own and those of the targets it
    /// depends on.
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
