import ArgumentParser
import Foundation

/// The option for the folder that a package is built in.
struct BuildFolderOptions: ParsableArguments {
    @Option(
        help: """
            The folder to build in; by default that in APPEX_SCRATCH_PATH, or .build in the package's folder. What is built \
            with the SDK has a folder of its own in it for each package. Packages that depend on the sources of \
            OpenExtensionKit compile them only once there, and for static linking in its folder 'static'; those with libraries or \
            further dependencies have a folder of their own as well, so that other packages do not find their modules.
            """, completion: .directory)
    var scratchPath: String?

    /// The folder that packages share; nil if each has its own.
    var shared: String? {
        let paths = [scratchPath, ProcessInfo.processInfo.environment["APPEX_SCRATCH_PATH"]]
        return paths.lazy.compactMap(\.self).first { !$0.isEmpty }
    }
}
