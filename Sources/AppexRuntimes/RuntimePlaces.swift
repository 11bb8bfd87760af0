package import AppexModel
import Glibc
package import SystemPackage

/// The folders in which the runtimes of a device are: its own, and those that were installed with the programs.
package struct RuntimePlaces: Sendable, Hashable {
    /// The folders, in the order in which they are searched.
    package let folders: [FilePath]

    /// - Parameter environment: `APPEX_RUNTIMES` names a folder that replaces those beside the programs.
    /// - Parameter program: the running program. The folders `runtimes` and `../lib/openextensionkit/runtimes` beside it are
    ///   searched after the device's own.
    package init(layout: DeviceLayout, environment: [String: String], program: FilePath?) {
        let own = program.map { $0.removingLastComponent() }
        let installed: [FilePath]
        if let path = environment["APPEX_RUNTIMES"], path.hasPrefix("/") {
            installed = [FilePath(path)]
        } else {
            installed =
                own.map {
                    [$0.appending("runtimes"), $0.appending("../lib/openextensionkit/runtimes").lexicallyNormalized()]
                } ?? []
        }
        folders = [layout.runtimes] + installed
    }

    /// The folder of a runtime; nil if no folder contains its description.
    package func folder(of runtime: RuntimeIdentifier) -> FilePath? {
        folders.map { $0.appending(runtime.rawValue) }.first { folder in
            folder.appending(RuntimeFolder.manifest).withPlatformString { access($0, R_OK) } == 0
        }
    }
}
