package import AppexModel
import AppexSystem
package import SystemPackage

/// Which runtimes apps need.
package enum RuntimeUse {
    /// The maximum number of apps, and of extensions of an app, that are looked at.
    private static let limit = 100_000

    /// The runtimes that the installed apps need, with the names of the apps' bundles.
    ///
    /// - Throws: ``RuntimeError`` with the code `files` if it cannot be known.
    package static func needs(of layout: DeviceLayout) throws(RuntimeError) -> [RuntimeIdentifier: [String]] {
        var needs: [RuntimeIdentifier: [String]] = [:]
        for container in try names(in: layout.bundleContainers) {
            let folder = layout.bundleContainers.appending(container)
            for app in try names(in: folder) where app.ends(with: ".app") {
                for runtime in try runtimes(of: folder.appending(app)) { needs[runtime, default: []].append(app) }
            }
        }
        return needs.mapValues { $0.sorted() }
    }

    /// The runtimes that an app and its extensions need: one in general, and no runtime for statically linked programs.
    ///
    /// - Parameter app: the app's bundle.
    /// - Throws: ``RuntimeError`` with the code `files` if it cannot be known.
    package static func runtimes(of app: FilePath) throws(RuntimeError) -> Set<RuntimeIdentifier> {
        var found: Set<RuntimeIdentifier> = []
        for shape in [BundleShape.flat, .contents] {
            if let runtime = try runtime(in: app, shape) { found.insert(runtime) }
            for style in ExtensionStyle.allCases {
                let folder = app.appending(FilePath(shape.extensions(of: style)).components)
                for name in try names(in: folder) where name.ends(with: ".appex") {
                    for inner in [BundleShape.flat, .contents] {
                        if let runtime = try runtime(in: folder.appending(name), inner) { found.insert(runtime) }
                    }
                }
            }
        }
        return found
    }

    /// The runtime that a bundle's manifest names. A manifest that cannot be parsed names no runtime.
    private static func runtime(in bundle: FilePath, _ shape: BundleShape) throws(RuntimeError) -> RuntimeIdentifier? {
        let file = bundle.appending(FilePath(shape.manifest).components)
        guard
            let bytes = try reading(
                file,
                { () throws(Errno) in
                    try WholeFile.read(file, limit: PropertyListLimits.fileBytes)
                })
        else { return nil }
        let manifest = try? PropertyListValue(parsing: bytes, file: file.string)
        return manifest?.dictionary?[RuntimeIdentifier.manifestKey]?.string.flatMap { RuntimeIdentifier(rawValue: $0) }
    }

    /// The names of a folder's entries; empty if the folder does not exist.
    private static func names(in folder: FilePath) throws(RuntimeError) -> [String] {
        try reading(folder) { () throws(Errno) in
            try Folder(at: folder).names(limit: limit).map(\.string).sorted()
        } ?? []
    }

    /// - Returns: nil if the file or folder does not exist, or is something else.
    private static func reading<Value>(
        _ path: FilePath, _ work: () throws(Errno) -> Value
    ) throws(RuntimeError) -> Value? {
        do throws(Errno) { return try work() } catch {
            // What is not a manifest for an installation is not one here either.
            let absent: [Errno] = [
                .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .fileTooLarge, .invalidArgument,
            ]
            if absent.contains(error) { return nil }
            throw RuntimeError(
                .files,
                "Cannot find out which runtimes the installed apps need, because \(path) cannot be read: \(error).",
                cause: error)
        }
    }
}
