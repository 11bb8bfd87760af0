import AppexModel

/// A dependency of a target in Package.swift.
enum PackageDependency: Hashable, Comparable {
    /// A target of the same package.
    case target(String)
    /// A module of OpenExtensionKit.
    case library(String)
    /// A module under one of Apple's names.
    case framework(String)
    /// A product of a remote package.
    case product(String, package: String)

    /// Whether an SDK contains the module, so that a package that is built with one does not name it.
    var isInSDK: Bool {
        switch self {
        case .library, .framework: true
        case .target, .product: false
        }
    }

    /// The dependency as a Swift expression.
    var text: String {
        switch self {
        case .target(let name): name.swiftLiteral
        case .library(let name): Self.product(name, "OpenExtensionKit")
        case .framework(let name): Self.product(name, "Frameworks")
        case .product(let name, let package): Self.product(name, package)
        }
    }

    private static func product(_ name: String, _ package: String) -> String {
        ".product(name: \(name.swiftLiteral), package: \(package.swiftLiteral))"
    }
}

/// A target of the package that is written.
struct PackageTarget {
    /// What the target becomes.
    enum Kind: String {
        /// An app.
        case app
        /// A small app that only contains the extensions.
        case placeholder
        /// An app extension.
        case appExtension = "extension"
        /// A library that other targets import.
        case library
    }

    /// The name of the target and of its module.
    let name: String
    /// What the target becomes.
    let kind: Kind
    /// What the target depends on.
    var dependencies: Set<PackageDependency> = []
    /// The files of the target, by their path in its folder.
    var files: [String: OutputFile] = [:]
    /// The names that are defined for `#if`.
    var conditions: [String] = []
    /// Whether the sources are in the language mode of Swift 6.
    var isSwift6 = false
    /// Whether declarations without an isolation are isolated to the main actor.
    var isolatesToMainActor = false
    /// The number of sources.
    var sourceCount = 0
    /// The modules of Apple that do not exist here, each with the number of sources that import it.
    var removedModules: [String: Int] = [:]
    /// The number of sources that were changed.
    var changedCount = 0
}

/// The content of a file of the package.
enum OutputFile: Hashable {
    /// A text.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// A copy of a file of the project.
    case copy(String)
}
