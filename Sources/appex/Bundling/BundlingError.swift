import AppexModel

/// Why a package could not be turned into an app.
enum BundlingError: Error, Equatable {
    /// `swift` could not be started.
    case noToolchain(reason: String)
    /// `swift` ran and failed; `output` is the end of what it said, when it was not shown already.
    case toolFailed(command: String, status: String, output: String)
    /// What `swift package describe` said was not understood.
    case notDescribed(package: String, reason: String)
    /// A manifest cannot be read, or an installed app could not have it.
    case manifest(ManifestError)
    /// No target of the package is a containing app.
    case noApp(package: String, extensions: [String])
    /// An extension's identifier extends that of no app in the package.
    case orphan(target: String, identifier: String, apps: [String])
    /// An executable target without an executable product.
    case noProduct(target: String)
    /// A resource has the name of something else in the bundle.
    case reservedResource(name: String, folder: String)
    /// Something that this command did not make lies where the app goes.
    case foreignOutput(path: String)
    /// A file could not be read, copied or written.
    case file(doing: String, path: String, reason: String)
}

extension BundlingError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noToolchain(let reason):
            "Could not start `swift` (\(reason)). Install a Swift toolchain and put it in PATH."
        case .toolFailed(let command, let status, let output):
            "`\(command)` failed (\(status))." + (output.isEmpty ? " Its messages are above." : " It said: \(output)")
        case .notDescribed(let package, let reason):
            "Could not understand what `swift package describe` says about \(package): \(reason). "
                + "A newer toolchain may describe packages differently."
        case .manifest(let error):
            "\(error)."
        case .noApp(let package, let extensions):
            "The package \(package) has no containing app"
                + (extensions.isEmpty ? "" : " for its extensions \(extensions.joined(separator: ", "))")
                + ". Add an executable target with an Info.plist in its folder whose CFBundlePackageType is APPL."
        case .orphan(let target, let identifier, let apps):
            "The extension \(target) (\(identifier)) belongs to no app of the package. Begin its CFBundleIdentifier with "
                + apps.map { "\($0)." }.joined(separator: " or ")
        case .noProduct(let target):
            "The target \(target) has an Info.plist but no executable product. "
                + "Add .executable(name: \"\(target)\", targets: [\"\(target)\"]) to the products of the package."
        case .reservedResource(let name, let folder):
            "The resource \(name) in \(folder) has the name of another part of the bundle. Rename it."
        case .foreignOutput(let path):
            "\(path) exists and was not made by this command. Choose another --output, or replace it with --force."
        case .file(let doing, let path, let reason):
            "Could not \(doing) \(path): \(reason)."
        }
    }
}
