import AppexModel
import AppexRuntimes
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// A runtime that apps on this machine can use.
struct AvailableRuntime: Equatable {
    let folder: FilePath
    let manifest: RuntimeManifest

    /// All runtimes of this user's device and of the installation, in the order in which they are searched.
    ///
    /// - Throws: ``BundlingError/device(_:)`` if the environment names no usable device.
    static func all() throws(BundlingError) -> [AvailableRuntime] {
        try RuntimePlaces.ofThisUser().runtimes().map { AvailableRuntime(folder: $0.folder, manifest: $0.manifest) }
    }

    /// The runtime that was built from the sources that a package depends on, with the compiler in PATH.
    ///
    /// - Throws: ``BundlingError/noRuntime(reason:package:)`` if no installed runtime fits;
    ///   ``BundlingError/device(_:)``; other errors if the toolchain fails.
    static func matching(_ swift: SwiftToolchain) async throws(BundlingError) -> AvailableRuntime {
        let all = try all()
        guard !all.isEmpty else { throw .noRuntime(reason: "no runtime is installed", package: swift.package.string) }
        let sources = try await KitSources(of: swift)
        for runtime in all where runtime.manifest.architecture == sources.compiler.architecture {
            // A module that this version of the sources does not have is that of another version.
            let fingerprint = try? sources.fingerprint(of: runtime.manifest.modules)
            if fingerprint == runtime.manifest.fingerprint { return runtime }
        }
        throw .noRuntime(
            reason: "no installed runtime was built from the sources in \(sources.kit) with Swift "
                + "\(sources.compiler.version)", package: swift.package.string)
    }
}

extension RuntimePlaces {
    /// The folders of this user's device and of the installation.
    ///
    /// - Throws: ``BundlingError/device(_:)`` if the environment names no usable device.
    static func ofThisUser() throws(BundlingError) -> RuntimePlaces {
        let layout: DeviceLayout
        do { layout = try SigningPlace().layout } catch {
            throw .device((error as? ExtensionError)?.message ?? "\(error)")
        }
        return RuntimePlaces(
            layout: layout, environment: ProcessInfo.processInfo.environment, program: ProgramLocator.runningProgram)
    }
}
