import AppexModel
import AppexRuntimes
import Foundation
import SystemPackage

/// An SDK that packages on this machine can be built with.
struct AvailableSDK: Equatable {
    let folder: FilePath
    /// The runtime that programs are linked against, which lies beside the SDK.
    let runtime: AvailableRuntime
    /// The line by which the compiler names itself that has made the SDK.
    let compiler: String

    /// All SDKs of this user's device and of the installation, in the order in which they are searched.
    ///
    /// - Throws: ``BundlingError/device(_:)`` if the environment names no usable device.
    static func all() throws(BundlingError) -> [AvailableSDK] {
        try RuntimePlaces.ofThisUser().sdks().map { sdk in
            let folder = sdk.folder.removingLastComponent().appending(sdk.runtime.identifier.rawValue)
            return AvailableSDK(
                folder: sdk.folder, runtime: AvailableRuntime(folder: folder, manifest: sdk.runtime),
                compiler: sdk.manifest.compiler)
        }
    }

    /// The SDK that the compiler in PATH can read: that of this program's version, or else the newest.
    ///
    /// - Throws: ``BundlingError/noSDK(compiler:others:package:)`` if no SDK fits the compiler;
    ///   ``BundlingError/device(_:)``; other errors if the toolchain fails.
    static func matching(package: FilePath) async throws(BundlingError) -> AvailableSDK {
        let compiler = try await CompilerTarget.current()
        let all = try all()
        guard let found = choice(among: all, for: compiler) else {
            throw .noSDK(
                compiler: compiler.compilerVersion, others: Set(all.map(\.compiler)).sorted(), package: package.string)
        }
        return found
    }

    /// The SDK among some that a compiler can read.
    static func choice(among sdks: [AvailableSDK], for compiler: CompilerTarget) -> AvailableSDK? {
        let readable = sdks.filter {
            $0.compiler == compiler.compilerVersion && $0.runtime.manifest.architecture == compiler.architecture
        }
        func date(_ sdk: AvailableSDK) -> Date {
            let file = sdk.folder.appending(SDKFolder.manifest).string
            return (try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date) ?? .distantPast
        }
        let own = readable.filter { $0.runtime.manifest.kitVersion == PackageVersion.current }
        return (own.isEmpty ? readable : own).max { date($0) < date($1) }
    }
}
