import AppexModel

/// The build settings of one bundle: those that every bundle has, and those that the user gives.
struct BundleSettings {
    /// The variable that Xcode's templates use as the package type.
    static let packageType = "PRODUCT_BUNDLE_PACKAGE_TYPE"
    /// The variable with the identifier of the bundle.
    static let identifier = "PRODUCT_BUNDLE_IDENTIFIER"

    /// The values that the settings have by default.
    let defaults: [String: String]
    /// The settings that the user gives and that apply to the bundle.
    let given: UserBuildSettings

    /// - Parameter app: the app that contains the extension; nil for an app.
    /// - Parameter isOnly: whether the package has one app, to which the identifier in the settings applies.
    init(
        of source: BundleSource, product: String, in package: PackageDescription, app: BundlePlan.Bundle?,
        isOnly: Bool, _ settings: UserBuildSettings
    ) {
        var values = [
            // Xcode writes them before the identifiers of keychain groups. Teams have no identifier before an app is signed.
            "AppIdentifierPrefix": "", "TeamIdentifierPrefix": "", "DEVELOPMENT_TEAM": "",
            "CONFIGURATION": settings.configuration,
            "CURRENT_PROJECT_VERSION": app?.version ?? "1",
            "DEVELOPMENT_LANGUAGE": "en",
            "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
            "EXECUTABLE_PATH": "$(WRAPPER_NAME)/$(EXECUTABLE_NAME)",
            "FULL_PRODUCT_NAME": "$(WRAPPER_NAME)",
            // The systems of devices have other versions; the keys with these values have no effect on Linux.
            "IPHONEOS_DEPLOYMENT_TARGET": "15.0", "MACOSX_DEPLOYMENT_TARGET": "12.0",
            "MARKETING_VERSION": app?.shortVersion ?? "1.0",
            Self.packageType: source.kind.packageType,
            "PRODUCT_MODULE_NAME": source.target.c99name,
            "PRODUCT_NAME": product,
            "PROJECT_NAME": package.name,
            "SWIFT_MODULE_NAME": source.target.c99name,
            "TARGETNAME": "$(TARGET_NAME)",
            "TARGET_NAME": source.target.name,
            "WRAPPER_EXTENSION": source.kind.fileExtension,
            "WRAPPER_NAME": "$(PRODUCT_NAME).$(WRAPPER_EXTENSION)",
        ]
        values[Self.identifier] = Self.identifier(of: source, product, in: package, app, isOnly: isOnly, settings)
        // The identifier that the user gives is that of the app, from which those of its extensions are derived.
        var given = settings
        if !isOnly || source.kind != .app { given.assignments.removeAll { $0.name == Self.identifier } }
        let written = source.manifest.dictionary?["CFBundleIdentifier"]?.string
        if let written, !written.contains(Self.identifier) {
            // The Info.plist defines the identifier, and may refer to it elsewhere.
            values[Self.identifier] = written
            given.assignments.removeAll { $0.name == Self.identifier }
        }
        defaults = values
        self.given = given
    }

    /// The identifier of a bundle whose Info.plist does not define one: `org.example.` and the package's name for its only app, the
    /// product's name for one of several, and the app's identifier followed by the target's name for an extension.
    ///
    /// - Returns: nil for an extension of a package with several apps.
    private static func identifier(
        of source: BundleSource, _ product: String, in package: PackageDescription, _ app: BundlePlan.Bundle?,
        isOnly: Bool, _ settings: UserBuildSettings
    ) -> String? {
        switch source.kind {
        case .app: return "org.example.\(label(isOnly ? package.name : product))"
        case .appExtension:
            guard isOnly else { return nil }
            return (app?.identifier.rawValue ?? "org.example.\(label(package.name))") + ".\(label(source.target.name))"
        }
    }

    /// A name as one part of an identifier.
    private static func label(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    /// The variables for the property lists of the bundle.
    ///
    /// - Parameter file: the name of a file in errors.
    func variables(file: String) throws(ManifestError) -> BuildVariables {
        try given.variables(defaults: defaults, file: file)
    }
}
