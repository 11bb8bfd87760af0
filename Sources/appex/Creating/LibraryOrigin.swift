import AppexModel

/// What a created package gets the library from.
enum LibraryOrigin: Equatable {
    /// The SDK that is installed. The package depends on no other package, and contains no path of this machine.
    case sdk
    /// The sources, which are compiled with the package.
    case sources(KitLocation)

    /// The package with the library's modules.
    private static let kit = "OpenExtensionKit"

    /// The sources of the dependencies of a package.
    ///
    /// - Parameter needsFrameworks: whether a target uses the modules under Apple's names.
    func dependencies(needsFrameworks: Bool) -> [String] {
        switch self {
        case .sdk: []
        case .sources(let kit): [kit.library] + (needsFrameworks ? [kit.frameworks] : [])
        }
    }

    /// The source of an executable target.
    ///
    /// - Parameter modules: the names of the library's modules that it imports.
    /// - Parameter frameworks: those of the modules under Apple's names.
    /// - Parameter isBundle: whether it has an Info.plist, from which its entry point is generated.
    /// - Parameter hasResources: whether it has a folder of resources, which `appex` copies into the bundle.
    func program(
        _ name: ProjectName, modules: [String] = [], frameworks: [String] = [], isBundle: Bool,
        hasResources: Bool = false
    ) -> String {
        var arguments = ["name: \"\(name)\""]
        let excluded = "exclude: [\"Info.plist\"\(hasResources ? ", \"Resources\"" : "")]"
        switch self {
        case .sdk:
            if isBundle { arguments.append(excluded) }
            if !frameworks.isEmpty { arguments.append("swiftSettings: [\(SDKPackage.findsFrameworks)]") }
        case .sources:
            arguments.append(Self.list(Self.products(modules) + frameworks.map { Self.product($0, "Frameworks") }))
            if isBundle {
                arguments.append(excluded)
                arguments.append("plugins: [.plugin(name: \"ExtensionEntryPoint\", package: \"\(Self.kit)\")]")
            }
        }
        return ".executableTarget(\n    \(arguments.joined(separator: ",\n    ")))"
    }

    /// The source of the target with the tests of an app, a host or an extension.
    ///
    /// - Parameter module: the target that the tests import; nil for none.
    func tests(_ name: ProjectName, of module: ProjectName? = nil) -> String {
        let own = module.map { ["\"\($0)\""] } ?? []
        switch self {
        case .sdk where own.isEmpty: return ".testTarget(name: \"\(name)Tests\")"
        case .sdk: return ".testTarget(name: \"\(name)Tests\", dependencies: [\(own.joined(separator: ", "))])"
        case .sources:
            let products = own + Self.products(["ExtensionTesting", "OpenExtensionKit"])
            return ".testTarget(\n    name: \"\(name)Tests\",\n    \(Self.list(products)))"
        }
    }

    private static func products(_ modules: [String]) -> [String] { modules.map { product($0, kit) } }

    private static func product(_ name: String, _ package: String) -> String {
        ".product(name: \"\(name)\", package: \"\(package)\")"
    }

    private static func list(_ dependencies: [String]) -> String {
        "dependencies: [\n        \(dependencies.joined(separator: ",\n        ")),\n    ]"
    }
}
