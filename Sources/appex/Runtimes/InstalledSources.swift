import AppexModel
import Foundation
import SystemPackage

/// The sources of OpenExtensionKit that were installed with the programs. Nothing is built in their folder, which may be read-only, and
/// from which only the installed files are removed.
enum InstalledSources {
    /// The environment variable with which their Package.swift leaves out the tests, which are not installed.
    static let variable = "OPENEXTENSIONKIT_WITHOUT_TESTS"

    /// Whether a folder has the sources as they are installed. A checkout has scripts, too.
    static func are(in kit: FilePath) -> Bool {
        KitLocation.isKit(kit.string)
            && !FileManager.default.fileExists(atPath: kit.appending("Scripts").appending("install").string)
    }

    /// The folder in the user's cache to build a runtime in.
    static func scratch(_ environment: [String: String]) -> FilePath {
        CacheFolder.path(environment).appending("runtime-\(PackageVersion.current)")
    }

    /// Copies the sources into the user's cache, in place of an earlier copy.
    ///
    /// - Returns: the folder of the copy.
    /// - Throws: ``BundlingError/file(doing:path:reason:)``.
    static func copy(_ kit: FilePath, environment: [String: String]) throws(BundlingError) -> FilePath {
        let copy = CacheFolder.path(environment).appending("runtime-sources-\(PackageVersion.current)")
        let files = FileManager.default
        do {
            if files.fileExists(atPath: copy.string) { try files.removeItem(atPath: copy.string) }
            try files.createDirectory(atPath: copy.string, withIntermediateDirectories: true)
            for name in try files.contentsOfDirectory(atPath: kit.string)
            where !name.hasPrefix(".") && name != "Package.resolved" {
                try files.copyItem(atPath: kit.appending(name).string, toPath: copy.appending(name).string)
            }
        } catch {
            throw .file(
                doing: "copy the sources of OpenExtensionKit to", path: copy.string, reason: error.localizedDescription)
        }
        return copy
    }
}
