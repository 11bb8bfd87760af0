import ArgumentParser
import Foundation

/// The option for the folder that a package is built in.
struct BuildFolderOptions: ParsableArguments {
    @Option(
        help: """
            The folder to build in; by default that in APPEX_SCRATCH_PATH, or .build/bundle-shared in the package's \
            folder. Packages that share one build common dependencies only once. What was built for static linking cannot \
            be linked in another way.
            """, completion: .directory)
    var scratchPath: String?

    /// The folder that packages share; nil if each has its own.
    var shared: String? {
        scratchPath ?? ProcessInfo.processInfo.environment["APPEX_SCRATCH_PATH"].flatMap { $0.isEmpty ? nil : $0 }
    }
}
