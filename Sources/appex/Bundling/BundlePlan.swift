import AppexActivation
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
    /// Whether every program of the package goes into one of the bundles.
    let takesAllPrograms: Bool
    /// Whether the package has a dynamic library, which cannot be linked with a static Swift runtime.
    let hasDynamicLibraries: Bool
    /// What keeps an extension from being offered, in sentences with the file that says so.
    let advice: [String]
    /// What an app store would reject, in sentences.
    let warnings: [String]

    /// Creates the plan.
    ///
    /// - Parameter manifest: reads the property list at a path, such as an Info.plist; returns `nil` if the file does not exist.
    /// - Throws: ``BundlingError/noApp(package:extensions:)``, ``BundlingError/orphan(target:identifier:apps:)``,
    ///   ``BundlingError/noProduct(target:)``, or ``BundlingError/manifest(_:)`` for a manifest that cannot be
    ///   installed.
    init(
        _ package: PackageDescription,
        manifest: (String) throws(BundlingError) -> PropertyListValue?
    ) throws(BundlingError) {
        var bundles: [Bundle] = []
        for target in package.targets.sorted(by: { $0.name < $1.name }) where target.isExecutable {
            let file = "\(package.path)/\(target.path)/Info.plist"
            guard let source = try manifest(file), let kind = BundleKind(source) else { continue }
            bundles.append(
                try Bundle(target, in: package, source: source, file: file, kind: kind, propertyList: manifest))
        }
        var apps = bundles.filter { $0.style == nil }.map { App(bundle: $0, extensions: []) }
        let extensions = bundles.filter { $0.style != nil }
        guard !apps.isEmpty else { throw .noApp(package: package.name, extensions: extensions.map(\.target)) }
        for appExtension in extensions {
            let owners = apps.indices.filter { appExtension.identifier.extends(apps[$0].bundle.identifier) }
            let closest = owners.max { left, right in
                apps[left].bundle.identifier.rawValue.utf8.count < apps[right].bundle.identifier.rawValue.utf8.count
            }
            guard let closest else {
                throw .orphan(
                    target: appExtension.target, identifier: appExtension.identifier.rawValue,
                    apps: apps.map(\.bundle.identifier.rawValue))
            }
            apps[closest].extensions.append(appExtension)
        }
        for app in apps {
            try refusingManifestErrors { () throws(ManifestError) in
                try BundleRules.checkUnique(app.extensions.map { ($0.identifier, $0.manifestFile) })
            }
        }
        for index in apps.indices {
            apps[index].frameworks = try package.frameworks(
                of: apps[index].extensions.map(\.target) + [apps[index].bundle.target])
        }
        self.apps = apps
        takesAllPrograms = package.products.count(where: \.isExecutable) == bundles.count
        hasDynamicLibraries = package.products.contains(where: \.isDynamicLibrary)
        advice = apps.flatMap(Self.advice(about:))
        warnings = apps.flatMap(Self.warnings(about:))
    }

    private static func advice(about app: App) -> [String] {
        let manifests = app.extensions.flatMap { appExtension in
            ManifestAdvice.sentences(about: appExtension.manifest).map { "\(appExtension.manifestFile): \($0)" }
        }
        let capture = ([app.bundle] + app.extensions).flatMap { bundle in
            CaptureRule.sentences(about: bundle.manifest, bundle.entitlements).map {
                "\(bundle.manifestFile): \($0)"
            }
        }
        let entitlements = ([app.bundle] + app.extensions).flatMap { bundle in
            // They were read when the bundle was planned.
            let file = bundle.entitlementsFile
            let read = bundle.entitlements.flatMap { try? Entitlements($0, file: file) }
            return read?.remarks.map { "\(file): \($0)" } ?? []
        }
        let points = app.bundle.declaredPoints.flatMap(\.remarks).map { "\(app.bundle.pointsFile): \($0)" }
        return manifests + capture + entitlements + points
    }

    private static func warnings(about app: App) -> [String] {
        app.extensions.compactMap { appExtension in
            guard (appExtension.version, appExtension.shortVersion) != (app.bundle.version, app.bundle.shortVersion)
            else {
                return nil
            }
            return
                "\(appExtension.name) and \(app.bundle.name) have different versions; Apple's stores require the same "
                + "CFBundleVersion and CFBundleShortVersionString in both."
        }
    }
}

/// The kind of bundle that a target with an Info.plist becomes.
private enum BundleKind {
    case app
    case appExtension

    /// `nil` if it becomes neither, because a plain tool can have an Info.plist as well.
    init?(_ manifest: PropertyListValue) {
        guard let entries = manifest.dictionary else {
            self = .app  // Parsing it as a manifest reports the error.
            return
        }
        if ExtensionStyle.allCases.contains(where: { entries[$0.key] != nil }) {
            self = .appExtension
            return
        }
        let appTypes = ["APPL", "$(\(BundlePlan.packageTypeVariable))", "${\(BundlePlan.packageTypeVariable)}"]
        guard let type = entries["CFBundlePackageType"]?.string, appTypes.contains(type) else { return nil }
        self = .app
    }

    var packageType: String {
        switch self {
        case .app: "APPL"
        case .appExtension: "XPC!"
        }
    }
}

extension BundlePlan {
    /// The variable that Xcode's templates use as the package type.
    fileprivate static let packageTypeVariable = "PRODUCT_BUNDLE_PACKAGE_TYPE"
}

extension BundlePlan.Bundle {
    fileprivate init(
        _ target: PackageDescription.Target, in package: PackageDescription, source: PropertyListValue,
        file: String, kind: BundleKind, propertyList: (String) throws(BundlingError) -> PropertyListValue?
    ) throws(BundlingError) {
        guard let product = package.product(of: target) else { throw .noProduct(target: target.name) }
        self.target = target.name
        module = target.c99name
        self.product = product
        folder = "\(package.path)/\(target.path)"
        let variables = try refusingManifestErrors { () throws(ManifestError) in
            try Self.variables(source, target: target, product: product, kind: kind, file: file)
        }
        let manifest = try refusingManifestErrors { () throws(ManifestError) in
            try Self.built(source, variables, product: product, kind: kind, file: file)
        }
        self.manifest = manifest
        let entitlementsFile = "\(folder)/\(target.name).entitlements"
        let sourceOfEntitlements = try propertyList(entitlementsFile)
        entitlements = try refusingManifestErrors { () throws(ManifestError) in
            guard let sourceOfEntitlements else { return nil }
            let expanded = try variables.expanding(sourceOfEntitlements, file: entitlementsFile)
            _ = try Entitlements(expanded, file: entitlementsFile)
            return expanded
        }
        resourceBundles = package.resourceBundles(of: target)
        frameworks = try package.frameworks(of: [target.name]).map(\.name)
        let bundle: BundleManifest
        switch kind {
        case .app:
            style = nil
            bundle = try refusingManifestErrors { () throws(ManifestError) in
                try AppManifest(manifest, file: file).bundle
            }
        case .appExtension:
            let appex = try refusingManifestErrors { () throws(ManifestError) in
                try AppexManifest(manifest, file: file)
            }
            style = appex.style
            bundle = appex.bundle
        }
        identifier = bundle.bundleIdentifier
        let pointsFile = "\(folder)/\(target.name).\(PointDeclaration.fileExtension)"
        let sourceOfPoints = style == nil ? try propertyList(pointsFile) : nil
        points = try refusingManifestErrors { () throws(ManifestError) in
            guard let sourceOfPoints else { return nil }
            let expanded = try variables.expanding(sourceOfPoints, file: pointsFile)
            _ = try PointDeclaration.points(in: expanded, of: bundle.bundleIdentifier, file: pointsFile)
            return expanded
        }
        executable = bundle.executable
        version = bundle.version
        shortVersion = bundle.shortVersion
    }

    /// The values of the variables that property lists of a target may contain.
    private static func variables(
        _ source: PropertyListValue, target: PackageDescription.Target, product: String, kind: BundleKind, file: String
    ) throws(ManifestError) -> BuildVariables {
        var variables = BuildVariables([
            // Xcode writes them before the identifiers of keychain groups. Teams have no identifier before an app is signed.
            "AppIdentifierPrefix": "", "TeamIdentifierPrefix": "",
            "DEVELOPMENT_LANGUAGE": "en",
            "EXECUTABLE_NAME": product,
            BundlePlan.packageTypeVariable: kind.packageType,
            "PRODUCT_MODULE_NAME": target.c99name,
            "PRODUCT_NAME": product,
            "TARGET_NAME": target.name,
        ])
        // SwiftPM has no bundle identifiers, so the manifest defines its own and may refer to it elsewhere.
        if let identifier = source.dictionary?["CFBundleIdentifier"] {
            let expanded = try variables.expanding(.dictionary(["CFBundleIdentifier": identifier]), file: file)
            variables.values["PRODUCT_BUNDLE_IDENTIFIER"] = expanded.dictionary?["CFBundleIdentifier"]?.string
        }
        return variables
    }

    /// The manifest of the bundle: variables expanded, and with the keys that every build adds.
    private static func built(
        _ source: PropertyListValue, _ variables: BuildVariables, product: String, kind: BundleKind, file: String
    ) throws(ManifestError) -> PropertyListValue {
        guard case .dictionary(var entries) = try variables.expanding(source, file: file) else { return source }
        let added = [
            "CFBundleExecutable": product, "CFBundleName": product, "CFBundlePackageType": kind.packageType,
            "CFBundleInfoDictionaryVersion": "6.0", BundleAssembler.markerKey: BundleAssembler.markerValue,
        ]
        entries.merge(added.mapValues(PropertyListValue.string)) { written, _ in written }
        return .dictionary(entries)
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
