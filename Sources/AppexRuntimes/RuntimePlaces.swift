package import AppexModel
import Glibc
package import SystemPackage

/// The folders in which the runtimes of a device are: its own, and those that were installed with the programs.
package struct RuntimePlaces: Sendable, Hashable {
    /// The folders, in the order in which they are searched.
    package let folders: [FilePath]

    /// Folders with a colon, a semicolon or a dollar sign in their paths are left out, because the dynamic linker would look elsewhere.
    ///
    /// - Parameter environment: `APPEX_RUNTIMES` names a folder that replaces those beside the programs.
    /// - Parameter program: the running program. The folders `runtimes` and `../lib/openextensionkit/runtimes` beside it are
    ///   searched after the device's own.
    package init(layout: DeviceLayout, environment: [String: String], program: FilePath?) {
        let own = program.map { $0.removingLastComponent() }
        let installed: [FilePath]
        if let path = environment["APPEX_RUNTIMES"], path.begins(with: "/") {
            installed = [FilePath(path)]
        } else {
            installed =
                own.map {
                    [$0.appending("runtimes"), $0.appending("../lib/openextensionkit/runtimes").lexicallyNormalized()]
                } ?? []
        }
        folders = ([layout.runtimes] + installed).filter(Self.isUsable)
    }

    /// Whether the dynamic linker takes a folder for what it is: it separates the folders of `LD_LIBRARY_PATH` by colons and semicolons,
    /// and replaces names after a dollar sign.
    package static func isUsable(_ folder: FilePath) -> Bool {
        !folder.string.utf8.contains { ":;$".utf8.contains($0) }
    }

    /// The folder of a runtime; nil if no folder contains its description.
    package func folder(of runtime: RuntimeIdentifier) -> FilePath? {
        folders.map { $0.appending(runtime.rawValue) }.first { folder in
            folder.appending(RuntimeFolder.manifest).withPlatformString { access($0, R_OK) } == 0
        }
    }
}
