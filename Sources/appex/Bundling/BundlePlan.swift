import AppexModel

/// Which bundles a package becomes: each app with the extensions that belong to it.
///
/// A target becomes a bundle when it is executable and has an Info.plist in its folder. With `NSExtension` or
/// `EXAppExtensionAttributes` it is an extension, otherwise, with the package type `APPL`, an app. An extension belongs
/// to the app whose identifier is the longest prefix of its own.
struct BundlePlan: Equatable {
    /// One bundle, whether app or extension.
    struct Bundle: Equatable {
        let target: String
        /// What `swift build` calls the program.
        let product: String
        /// The folder of the target.
        let folder: String
        /// The Info.plist with its variables expanded and the keys a build adds.
        let manifest: PropertyListValue
        let identifier: BundleIdentifier
        /// What the program is called in the bundle.
        let executable: String
        let version: String?
        let shortVersion: String?
        /// How the extension declares itself; `nil` for an app.
        let style: ExtensionStyle?
        /// The resource bundles of SwiftPM that the program looks for.
        let resourceBundles: [String]

        /// The name of the bundle's folder.
        var name: String { style == nil ? "\(product).app" : "\(product).appex" }
        /// How errors name the manifest.
        var manifestFile: String { "\(folder)/Info.plist" }
    }

    /// One app and what it carries.
    struct App: Equatable {
        let bundle: Bundle
        var extensions: [Bundle]
    }

    let apps: [App]
    /// What an app store would not accept, in sentences.
    let warnings: [String]

    /// Makes the plan.
    ///
    /// - Parameter manifest: Reads the Info.plist of a target by its path; `nil` when there is none.
    /// - Throws: ``BundlingError/noApp(package:extensions:)``, ``BundlingError/orphan(target:identifier:apps:)``,
    ///   ``BundlingError/noProduct(target:)``, or ``BundlingError/manifest(_:)`` for a manifest that an installed app
    ///   could not have.
    init(
        _ package: PackageDescription,
        manifest: (String) throws(BundlingError) -> PropertyListValue?
    ) throws(BundlingError) {
        var bundles: [Bundle] = []
        for target in package.targets.sorted(by: { $0.name < $1.name }) where target.isExecutable {
            let file = "\(package.path)/\(target.path)/Info.plist"
            guard let source = try manifest(file), let kind = BundleKind(source) else { continue }
            bundles.append(try Bundle(target, in: package, source: source, file: file, kind: kind))
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
        self.apps = apps
        warnings = apps.flatMap(Self.warnings(about:))
    }

    private static func warnings(about app: App) -> [String] {
        app.extensions.compactMap { appExtension in
            guard (appExtension.version, appExtension.shortVersion) != (app.bundle.version, app.bundle.shortVersion)
            else {
                return nil
            }
            return "\(appExtension.name) and \(app.bundle.name) have different versions; Apple's stores want the same "
                + "CFBundleVersion and CFBundleShortVersionString in both."
        }
    }
}

/// What a target with an Info.plist becomes.
private enum BundleKind {
    case app
    case appExtension

    /// `nil` when it is neither: a plain tool can have an Info.plist as well.
    init?(_ manifest: PropertyListValue) {
        guard let entries = manifest.dictionary else {
            self = .app  // Reading it as a manifest says what is wrong with it.
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
    /// What Xcode's templates write as the package type.
    fileprivate static let packageTypeVariable = "PRODUCT_BUNDLE_PACKAGE_TYPE"
}

extension BundlePlan.Bundle {
    fileprivate init(
        _ target: PackageDescription.Target, in package: PackageDescription, source: PropertyListValue, file: String,
        kind: BundleKind
    ) throws(BundlingError) {
        guard let product = package.product(of: target) else { throw .noProduct(target: target.name) }
        self.target = target.name
        self.product = product
        folder = "\(package.path)/\(target.path)"
        let manifest = try refusingManifestErrors { () throws(ManifestError) in
            try Self.built(source, target: target, product: product, kind: kind, file: file)
        }
        self.manifest = manifest
        resourceBundles = package.resourceBundles(of: target)
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
        executable = bundle.executable
        version = bundle.version
        shortVersion = bundle.shortVersion
    }

    /// The manifest as it goes into the bundle: variables expanded, and the keys that every build adds.
    private static func built(
        _ source: PropertyListValue, target: PackageDescription.Target, product: String, kind: BundleKind, file: String
    ) throws(ManifestError) -> PropertyListValue {
        var variables = BuildVariables([
            "DEVELOPMENT_LANGUAGE": "en",
            "EXECUTABLE_NAME": product,
            BundlePlan.packageTypeVariable: kind.packageType,
            "PRODUCT_MODULE_NAME": target.c99name,
            "PRODUCT_NAME": product,
            "TARGET_NAME": target.name,
        ])
        // SwiftPM knows no bundle identifiers, so the manifest itself says it, and may refer to it elsewhere.
        if let identifier = source.dictionary?["CFBundleIdentifier"] {
            let expanded = try variables.expanding(.dictionary(["CFBundleIdentifier": identifier]), file: file)
            variables.values["PRODUCT_BUNDLE_IDENTIFIER"] = expanded.dictionary?["CFBundleIdentifier"]?.string
        }
        guard case .dictionary(var entries) = try variables.expanding(source, file: file) else { return source }
        let added = [
            "CFBundleExecutable": product, "CFBundleName": product, "CFBundlePackageType": kind.packageType,
            "CFBundleInfoDictionaryVersion": "6.0", BundleAssembler.markerKey: BundleAssembler.markerValue,
        ]
        entries.merge(added.mapValues(PropertyListValue.string)) { written, _ in written }
        return .dictionary(entries)
    }
}

/// Runs a reader of manifests; its errors become errors of bundling.
func refusingManifestErrors<Value>(
    _ body: () throws(ManifestError) -> Value
) throws(BundlingError) -> Value {
    do throws(ManifestError) {
        return try body()
    } catch {
        throw .manifest(error)
    }
}
