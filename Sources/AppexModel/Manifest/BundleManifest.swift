/// The content of a bundle's Info.plist that apps and app extensions have in common.
package struct BundleManifest: Sendable, Hashable {
    /// `CFBundleIdentifier`.
    package let bundleIdentifier: BundleIdentifier
    /// `CFBundleExecutable`: the name of a file directly in the bundle.
    package let executable: String
    /// `CFBundleDisplayName`, else `CFBundleName`, else the name of the executable.
    package let displayName: String
    /// `CFBundleShortVersionString`, the version shown to people.
    package let shortVersion: String?
    /// `CFBundleVersion`, the version of the build.
    package let version: String?
    /// `CFBundlePackageType`: `APPL` for an app, `XPC!` for an extension.
    package let packageType: String?
    /// `MinimumOSVersion`, else `LSMinimumSystemVersion`.
    package let minimumOSVersion: String?
    /// The whole dictionary, unknown keys included.
    package let info: [String: PropertyListValue]

    /// What an identifier looks like, for errors.
    static let identifierExample = "an identifier such as org.example.darkroom"

    /// Reads and checks the keys that both kinds of bundles share.
    ///
    /// - Throws: ``ManifestError`` with the code `missing`, `wrongType` or `invalidValue` for a key,
    ///   `buildVariable` when any string still holds `$(NAME)` or `${NAME}` (rule V18).
    init(_ reader: ManifestReader) throws(ManifestError) {
        try BuildVariables.refuse(in: .dictionary(reader.entries), file: reader.file)
        bundleIdentifier = try reader.required(
            "CFBundleIdentifier", expected: Self.identifierExample, BundleIdentifier.init(rawValue:))
        guard let executable = try reader.fileName("CFBundleExecutable") else {
            throw reader.error(.missing, "CFBundleExecutable", expected: FileNameRule.expected)
        }
        self.executable = executable
        displayName = try reader.firstLabel("CFBundleDisplayName", "CFBundleName") ?? executable
        shortVersion = try reader.label("CFBundleShortVersionString")
        version = try reader.label("CFBundleVersion")
        packageType = try reader.label("CFBundlePackageType")
        minimumOSVersion = try reader.firstLabel("MinimumOSVersion", "LSMinimumSystemVersion")
        info = reader.entries
    }
}

/// The validated Info.plist of an installable app.
package struct AppManifest: Sendable, Hashable {
    /// The keys shared by all bundles.
    package let bundle: BundleManifest

    /// Reads and checks an app's Info.plist.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` with the code `missing`, `wrongType` or `invalidValue` for a key, `buildVariable` if a
    ///   string contains an unexpanded variable. A missing package type is accepted, one other than `APPL` is not.
    package init(_ plist: PropertyListValue, file: String) throws(ManifestError) {
        let reader = try ManifestReader(root: plist, file: file)
        bundle = try BundleManifest(reader)
        guard bundle.packageType == nil || bundle.packageType == "APPL" else {
            throw reader.error(.invalidValue, "CFBundlePackageType", expected: "\"APPL\"")
        }
    }
}

/// The validated Info.plist of an installable app extension.
package struct AppexManifest: Sendable, Hashable {
    /// The keys shared by all bundles.
    package let bundle: BundleManifest
    /// The extension dictionary.
    package let declaration: ExtensionDeclaration

    /// Reads and checks an extension's Info.plist.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` as ``ExtensionDeclaration/init(_:file:)``, and with the code `missing`, `wrongType` or
    ///   `invalidValue` for a key that all bundles have, `buildVariable` if a string contains an unexpanded variable. The
    ///   package type must be `XPC!` (rule V11); principal class and storyboard must be valid names, and only one of them
    ///   may be present.
    package init(_ plist: PropertyListValue, file: String) throws(ManifestError) {
        let reader = try ManifestReader(root: plist, file: file)
        bundle = try BundleManifest(reader)
        declaration = try ExtensionDeclaration(plist, file: file)
        guard bundle.packageType != nil else {
            throw reader.error(.missing, "CFBundlePackageType", expected: "\"XPC!\"")
        }
        guard bundle.packageType == "XPC!" else {
            throw reader.error(.invalidValue, "CFBundlePackageType", expected: "\"XPC!\"")
        }
        guard let inner = try reader.dictionary(declaration.style.key) else { return }
        for key in ["NSExtensionPrincipalClass", "EXPrincipalClass", "EXExtensionPrincipalClass"] {
            _ = try inner.className(key)
        }
        guard let storyboard = try inner.fileName("NSExtensionMainStoryboard"),
            let principal = declaration.principalClass
        else { return }
        throw ManifestError(
            .invalidValue, file: file, keyPath: "\(declaration.style.key).NSExtensionMainStoryboard",
            found: "\"\(storyboard)\"",
            expected:
                "no storyboard beside the principal class \(ManifestError.printable(principal, limit: 128)), or no "
                + "principal class")
    }
}

extension AppManifest {
    /// `CFBundleIdentifier`.
    package var bundleIdentifier: BundleIdentifier { bundle.bundleIdentifier }
    /// `CFBundleExecutable`.
    package var executable: String { bundle.executable }
    /// The name to display.
    package var displayName: String { bundle.displayName }
    /// `CFBundleShortVersionString`.
    package var shortVersion: String? { bundle.shortVersion }
    /// `CFBundleVersion`.
    package var version: String? { bundle.version }
    /// `CFBundlePackageType`.
    package var packageType: String? { bundle.packageType }
    /// `MinimumOSVersion`, else `LSMinimumSystemVersion`.
    package var minimumOSVersion: String? { bundle.minimumOSVersion }
    /// The whole dictionary.
    package var info: [String: PropertyListValue] { bundle.info }
}

extension AppexManifest {
    /// `CFBundleIdentifier`.
    package var bundleIdentifier: BundleIdentifier { bundle.bundleIdentifier }
    /// `CFBundleExecutable`.
    package var executable: String { bundle.executable }
    /// The name to display.
    package var displayName: String { bundle.displayName }
    /// `CFBundleShortVersionString`.
    package var shortVersion: String? { bundle.shortVersion }
    /// `CFBundleVersion`.
    package var version: String? { bundle.version }
    /// `CFBundlePackageType`.
    package var packageType: String? { bundle.packageType }
    /// `MinimumOSVersion`, else `LSMinimumSystemVersion`.
    package var minimumOSVersion: String? { bundle.minimumOSVersion }
    /// The whole dictionary.
    package var info: [String: PropertyListValue] { bundle.info }
    /// The style of the extension's declaration.
    package var style: ExtensionStyle { declaration.style }
    /// The extension point.
    package var extensionPoint: ExtensionPointIdentifier { declaration.extensionPoint }
    /// The requested version of the extension point.
    package var pointVersion: String { declaration.pointVersion }
    /// The class whose instance takes requests.
    package var principalClass: String? { declaration.principalClass }
    /// The storyboard whose initial controller takes requests.
    package var mainStoryboard: String? { declaration.mainStoryboard }
    /// The extension's attributes, with the activation rule.
    package var attributes: [String: PropertyListValue] { declaration.attributes }
    /// Whether each request is to get its own process.
    package var wantsProcessPerRequest: Bool { declaration.wantsProcessPerRequest }
}
