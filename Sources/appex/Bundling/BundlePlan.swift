import AppexModel

/// Which bundles a package is built into: each app with its extensions.
///
/// An executable target with an Info.plist in its folder becomes a bundle. With `NSExtension` or
/// `EXAppExtensionAttributes` it is an extension; otherwise, with the package type `APPL`, it is an app. An extension
/// belongs to the app whose identifier is the longest prefix of its own.
struct BundlePlan: Equatable {
    /// One bundle, an app or an extension.
    struct Bundle: Equatable {
        let target: String
        /// The name of the target's module.
        let module: String
        /// The name of the product that `swift build` makes.
        let product: String
        /// The target's folder.
        let folder: String
        /// The Info.plist with its variables expanded and with the keys that every build adds.
        let manifest: PropertyListValue
        /// The entitlements with their variables expanded; nil if the target has none.
        let entitlements: PropertyListValue?
        /// The extension points that the app defines, with their variables expanded; nil if the target has no such file.
        let points: PropertyListValue?
        let identifier: BundleIdentifier
        /// The name of the program within the bundle.
        let executable: String
        let version: String?
        let shortVersion: String?
        /// How the extension is declared; `nil` for an app.
        let style: ExtensionStyle?
        /// The resource bundles of SwiftPM that the program needs.
        let resourceBundles: [String]
        /// The names of the frameworks that the program uses.
        let frameworks: [String]
        /// The folders of the package's targets that the program depends on.
        var dependencies: [String] = []

        /// The name of the bundle's folder.
        var name: String { style == nil ? "\(product).app" : "\(product).appex" }
        /// The extension points that the app defines, which were checked when the bundle was planned.
        var declaredPoints: [PointDeclaration] {
            points.flatMap { try? PointDeclaration.points(in: $0, of: identifier, file: pointsFile) } ?? []
        }
        /// The path of the manifest, for errors.
        var manifestFile: String { "\(folder)/Info.plist" }
        /// The path of the entitlements.
        var entitlementsFile: String { "\(folder)/\(target).entitlements" }
        /// The path of the file with the extension points.
        var pointsFile: String { "\(folder)/\(target).\(PointDeclaration.fileExtension)" }
    }

    /// One app and the extensions that it contains.
    struct App: Equatable {
        let bundle: Bundle
        var extensions: [Bundle]
        /// The libraries that the programs share, each after those that it uses itself.
        var frameworks: [Framework] = []
    }

    let apps: [App]
    /// The apps and their extensions.
    var bundles: [Bundle] { apps.flatMap { [$0.bundle] + $0.extensions } }
    /// Whether every program of the package goes into one of the bundles.
    let takesAllPrograms: Bool
    /// Whether the package has a dynamic library, which cannot be linked with a static Swift runtime.
    let hasDynamicLibraries: Bool
    /// What is probably a mistake, although the package can be built.
    let mistakes: [Mistake]

    /// Creates the plan.
    ///
    /// - Parameter settings: the build settings that the user gives.
    /// - Parameter manifest: reads the property list at a path, such as an Info.plist; returns `nil` if the file does not exist.
    /// - Throws: ``BundlingError/noApp(package:extensions:)``, ``BundlingError/orphan(target:identifier:apps:)``,
    ///   ``BundlingError/noProduct(target:)``, or ``BundlingError/manifest(_:)`` for a manifest that cannot be
    ///   installed; ``BundlingError/several(_:)`` for more than one of them.
    init(
        _ package: PackageDescription, settings: UserBuildSettings = UserBuildSettings(),
        manifest: @escaping (String) throws(BundlingError) -> PropertyListValue?
    ) throws(BundlingError) {
        var problems: [BundlingError] = []
        let sources = BundleSource.all(in: package, &problems, manifest)
        let appSources = sources.filter { $0.kind == .app }
        let extensionSources = sources.filter { $0.kind == .appExtension }
        let builder = BundleBuilder(package: package, settings: settings, propertyList: manifest)
        let bundles = builder.bundles(of: appSources, in: nil, isOnly: appSources.count == 1, &problems)
        guard !bundles.isEmpty || !problems.isEmpty else {
            throw .noApp(package: package.name, extensions: extensionSources.map(\.target.name))
        }
        let extensions = builder.bundles(
            of: extensionSources, in: bundles.first, isOnly: appSources.count == 1, &problems)
        var apps = bundles.map { App(bundle: $0, extensions: []) }
        for appExtension in extensions {
            let owners = apps.indices.filter { appExtension.identifier.extends(apps[$0].bundle.identifier) }
            let closest = owners.max { left, right in
                apps[left].bundle.identifier.rawValue.utf8.count < apps[right].bundle.identifier.rawValue.utf8.count
            }
            if let closest {
                apps[closest].extensions.append(appExtension)
            } else if apps.count == appSources.count {
                // Otherwise its app may be one that has a problem of its own.
                problems.append(
                    .orphan(
                        target: appExtension.target, identifier: appExtension.identifier.rawValue,
                        apps: apps.map(\.bundle.identifier.rawValue)))
            }
        }
        for app in apps {
            do throws(ManifestError) {
                try BundleRules.checkUnique(app.extensions.map { ($0.identifier, $0.manifestFile) })
            } catch {
                problems.append(.manifest(error))
            }
        }
        problems += BundleSource.misspelt(in: package, manifest)
        if let error = BundlingError(problems) { throw error }
        for index in apps.indices {
            apps[index].frameworks = try package.frameworks(
                of: apps[index].extensions.map(\.target) + [apps[index].bundle.target])
        }
        self.apps = apps
        takesAllPrograms = package.products.count(where: \.isExecutable) == sources.count
        hasDynamicLibraries = package.products.contains(where: \.isDynamicLibrary)
        mistakes = apps.flatMap { MistakeRule.mistakes(in: ExaminedBundle.bundles(of: $0)) }
    }
}

/// Converts errors about manifests into errors of bundling.
func refusingManifestErrors<Value>(
    _ body: () throws(ManifestError) -> Value
) throws(BundlingError) -> Value {
    do throws(ManifestError) {
        return try body()
    } catch {
        throw .manifest(error)
    }
}
