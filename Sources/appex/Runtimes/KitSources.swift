import AppexRuntimes
import AppexSigning
import Foundation
import SystemPackage

/// The sources of OpenExtensionKit that a package is built with, and the compiler.
struct KitSources {
    /// The folder with OpenExtensionKit's Package.swift.
    let kit: FilePath
    /// The folders of all packages, by identity.
    let checkouts: [String: FilePath]
    let compiler: CompilerTarget

    /// Asks SwiftPM and the compiler.
    ///
    /// - Throws: ``BundlingError/noKit(package:)`` if the package does not depend on OpenExtensionKit; others if the toolchain fails.
    init(of swift: SwiftToolchain) async throws(BundlingError) {
        let tree = try await swift.dependencies()
        guard let kit = tree.kit else { throw .noKit(package: swift.package.string) }
        self.kit = kit
        let folders = tree.folders
        checkouts = folders.filter { SourceFingerprint.packages.contains($0.key) }
        compiler = try await CompilerTarget.current()
    }

    /// The digest by which a runtime made of these sources is recognized.
    ///
    /// - Parameter modules: the modules of the runtime.
    func fingerprint(of modules: [String]) throws(BundlingError) -> FileDigest {
        do throws(RuntimeError) {
            return try SourceFingerprint.digest(
                kit: kit, checkouts: checkouts, modules: modules, compiler: compiler.compilerVersion)
        } catch {
            throw .runtime(error.description)
        }
    }
}
