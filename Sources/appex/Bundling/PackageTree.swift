import Foundation
import SystemPackage

/// A package and those that it depends on: the output of `swift package show-dependencies --format json`.
struct PackageTree: Decodable, Equatable {
    let identity: String
    /// The package's folder.
    let path: String
    let dependencies: [PackageTree]

    /// Parses the JSON text.
    static func reading(_ json: Data, package: String) throws(BundlingError) -> PackageTree {
        do {
            return try JSONDecoder().decode(PackageTree.self, from: json)
        } catch {
            throw .notDescribed(package: package, reason: "\(error)")
        }
    }

    /// The folders of all packages, by their identity.
    var folders: [String: FilePath] {
        var folders: [String: FilePath] = [:]
        var open = [self]
        while let next = open.popLast() {
            guard folders.updateValue(FilePath(next.path), forKey: next.identity) == nil else { continue }
            open.append(contentsOf: next.dependencies)
        }
        return folders
    }

    /// Whether the package depends on another one than OpenExtensionKit and those in its folder.
    var hasForeignDependencies: Bool {
        guard let kit else { return !dependencies.isEmpty }
        return dependencies.contains { !FilePath($0.path).starts(with: kit) }
    }

    /// The folder of OpenExtensionKit; nil if the package does not depend on it.
    var kit: FilePath? {
        folders.values.map(\.string).sorted().first(where: KitLocation.isKit).map { FilePath($0) }
    }
}
