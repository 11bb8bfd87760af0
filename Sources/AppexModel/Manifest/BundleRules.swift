/// The rules for an app and the extensions inside it that need more than one manifest.
package enum BundleRules {
    /// Checks that an extension's identifier consists of its app's identifier, a dot and at least one more component
    /// (rule V1).
    ///
    /// - Parameter file: the name of the extension's manifest in errors.
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

    /// Checks that all extensions of an app have different identifiers (rule V2).
    ///
    /// - Parameter appexes: the identifier of each extension, and the name of its manifest in errors.
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

    /// Checks that an extension is in the folder of its style: `PlugIns` for `NSExtension`, `Extensions` for
    /// `EXAppExtensionAttributes`.
    ///
    /// - Parameter folder: the name of the folder that contains the extension.
    /// - Parameter file: the name of the extension's manifest in errors.
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

/// The arrangement of a bundle's files.
package enum BundleShape: String, Sendable, Hashable, Codable {
    /// As on iOS: `Info.plist`, the executable and `PlugIns` directly in the bundle.
    case flat
    /// As on macOS: everything in `Contents`, the executable in `Contents/MacOS`.
    case contents

    /// The path from the bundle to its manifest.
    package var manifest: String {
        switch self {
        case .flat: "Info.plist"
        case .contents: "Contents/Info.plist"
        }
    }

    /// The path from the bundle to its entitlements.
    package var entitlements: String {
        switch self {
        case .flat: Entitlements.fileName
        case .contents: "Contents/\(Entitlements.fileName)"
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
