/// The rules that tie an app to the extensions inside it, as pure functions.
///
/// They need more than one manifest, so they are not part of reading one.
package enum BundleRules {
    /// Checks that an extension is identified as part of its app: the app's identifier, a dot and at
    /// least one more component (rule V1).
    ///
    /// - Parameter file: how the error names the extension's manifest.
    /// - Throws: ``ManifestError`` with the code `identifierNotPrefixed`.
    package static func checkIdentifier(
        of appex: BundleIdentifier, extends app: BundleIdentifier, file: String
    ) throws(ManifestError) {
        guard appex.extends(app) else {
            throw ManifestError(
                .identifierNotPrefixed, file: file, keyPath: "CFBundleIdentifier", found: "\"\(appex)\"",
                expected: "the app's identifier \(app) followed by a dot and a name")
        }
    }

    /// Checks that no two extensions of an app share an identifier (rule V2).
    ///
    /// - Parameter appexes: each extension's identifier with how errors name its manifest.
    /// - Throws: ``ManifestError`` with the code `duplicateIdentifier`, about the later of the two.
    package static func checkUnique(
        _ appexes: [(identifier: BundleIdentifier, file: String)]
    ) throws(ManifestError) {
        var files: [BundleIdentifier: String] = [:]
        for (identifier, file) in appexes {
            if let earlier = files.updateValue(file, forKey: identifier) {
                throw ManifestError(
                    .duplicateIdentifier, file: file, keyPath: "CFBundleIdentifier",
                    found: "\"\(identifier)\", which \(earlier) has too",
                    expected: "an identifier of its own for each extension")
            }
        }
    }

    /// Checks that an extension lies in the folder of its style: `PlugIns` for `NSExtension`,
    /// `Extensions` for `EXAppExtensionAttributes`.
    ///
    /// - Parameter folder: the name of the folder it was found in.
    /// - Parameter file: how the error names the extension's manifest.
    /// - Throws: ``ManifestError`` with the code `wrongFolder`.
    package static func checkFolder(
        _ folder: String, of style: ExtensionStyle, file: String
    ) throws(ManifestError) {
        guard folder == style.folder else {
            throw ManifestError(
                .wrongFolder, file: file, keyPath: style.key, found: "it in the app's \(folder) folder",
                expected: "it in \(style.folder), where extensions of this style lie")
        }
    }
}

/// How a bundle's files are arranged.
package enum BundleShape: String, Sendable, Hashable, Codable {
    /// As on iOS: `Info.plist`, the executable and `PlugIns` directly in the bundle.
    case flat
    /// As on macOS: all of it in `Contents`, the executable in `Contents/MacOS`.
    case contents

    /// The path from the bundle to its manifest.
    package var manifest: String {
        switch self {
        case .flat: "Info.plist"
        case .contents: "Contents/Info.plist"
        }
    }

    /// The path from the bundle to the executable called `name`.
    package func executable(named name: String) -> String {
        switch self {
        case .flat: name
        case .contents: "Contents/MacOS/\(name)"
        }
    }

    /// The path from the bundle to the folder for extensions of a style.
    package func extensions(of style: ExtensionStyle) -> String {
        switch self {
        case .flat: style.folder
        case .contents: "Contents/\(style.folder)"
        }
    }
}
