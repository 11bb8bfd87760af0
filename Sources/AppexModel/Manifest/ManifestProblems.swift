/// All problems of an Info.plist, for a user who corrects them in one go.
package enum ManifestProblems {
    /// Checks the Info.plist of an app or an extension, and continues after an error.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Parameter isExtension: whether the bundle is an app extension.
    /// - Parameter known: the problems that are known already. Others at the same keys are not reported again.
    /// - Returns: the problems that ``AppManifest`` or ``AppexManifest`` would report one after the other, in the order in which
    ///   they are found; empty if the Info.plist is valid.
    package static func all(
        in plist: PropertyListValue, file: String, isExtension: Bool, known: [ManifestError] = []
    ) -> [ManifestError] {
        var problems: [ManifestError] = []
        func attempt(_ check: () throws(ManifestError) -> Void) {
            do throws(ManifestError) { try check() } catch {
                guard !(known + problems).contains(where: { $0.keyPath == error.keyPath }) else { return }
                problems.append(error)
            }
        }
        // The first problem is found in any case, whatever the checks below are.
        attempt { () throws(ManifestError) in
            if isExtension { _ = try AppexManifest(plist, file: file) } else { _ = try AppManifest(plist, file: file) }
        }
        guard !problems.isEmpty || !known.isEmpty, let root = try? ManifestReader(root: plist, file: file) else {
            return problems
        }
        attempt { () throws(ManifestError) in
            _ = try root.required(
                "CFBundleIdentifier", expected: BundleManifest.identifierExample, BundleIdentifier.init(rawValue:))
        }
        attempt { () throws(ManifestError) in _ = try root.fileName("CFBundleExecutable") }
        for key in labels { attempt { () throws(ManifestError) in _ = try root.label(key) } }
        guard isExtension else { return problems }
        for style in ExtensionStyle.allCases {
            guard let inner = try? root.dictionary(style.key) else { continue }
            attempt { () throws(ManifestError) in
                _ = try inner.required(
                    style.pointKey, expected: ExtensionDeclaration.pointExample,
                    ExtensionPointIdentifier.init(rawValue:))
            }
            for key in ["NSExtensionPrincipalClass", "EXPrincipalClass", "EXExtensionPrincipalClass"] {
                attempt { () throws(ManifestError) in _ = try inner.className(key) }
            }
            attempt { () throws(ManifestError) in _ = try inner.fileName("NSExtensionMainStoryboard") }
            attempt { () throws(ManifestError) in _ = try inner.dictionary("NSExtensionAttributes") }
        }
        attempt { () throws(ManifestError) in _ = try ExtensionDeclaration(plist, file: file) }
        return problems
    }

    /// The keys whose values are displayed on one line.
    private static let labels = [
        "CFBundleDisplayName", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion", "CFBundlePackageType",
        "MinimumOSVersion", "LSMinimumSystemVersion",
    ]
}
