package import SystemPackage

/// What one extension process can see and do, as a plain value.
///
/// Everything that is not named here does not exist for the process. All paths are absolute and
/// the same inside as outside.
package struct SandboxProfile: Sendable, Hashable {
    /// The containing app's folder, visible read-only. Code in it may be loaded.
    package var bundle: FilePath
    /// The program, inside the bundle. The only file, with the ELF interpreter, that may be executed.
    package var executable: FilePath
    /// The process's own data container: the only writable place, and nothing in it can be run. nil for a process that
    /// has none and can write nowhere.
    package var container: FilePath?
    /// Further folders and files that are visible read-only. Code in them may be loaded.
    package var extraReadOnly: [FilePath]
    /// Further files that are visible read-only, and from which no code may be loaded.
    package var data: [FilePath]
    /// What the process may use up.
    package var limits: ResourceLimits

    /// - Parameter extraReadOnly: for example the folder of Swift's shared libraries, when programs
    ///   are linked dynamically and the toolchain lies outside /usr.
    package init(
        bundle: FilePath, executable: FilePath, container: FilePath, extraReadOnly: [FilePath] = [],
        data: [FilePath] = [], limits: ResourceLimits = ResourceLimits()
    ) {
        self.bundle = bundle
        self.executable = executable
        self.container = container
        self.extraReadOnly = extraReadOnly
        self.data = data
        self.limits = limits
    }

    /// A process without a container and without a bundle: of its own files it sees its program.
    ///
    /// - Parameter program: of this project.
    /// - Parameter extraReadOnly: as for an extension.
    package init(program: FilePath, extraReadOnly: [FilePath], limits: ResourceLimits) {
        bundle = program
        executable = program
        self.extraReadOnly = extraReadOnly
        data = []
        self.limits = limits
    }

    /// The folder for temporary files, inside the container.
    package var temporaryDirectory: FilePath? { container?.appending("tmp") }

    /// The process's whole environment.
    ///
    /// - Parameter user: the device owner's environment, from which only language and time zone
    ///   are taken: anything else could tell the extension about the user or change how it is loaded.
    package func environment(from user: [String: String]) -> [String: String] {
        var result = user.filter { name, _ in name == "LANG" || name == "TZ" || name.hasPrefix("LC_") }
        if let container {
            let library = container.appending("Library")
            result["HOME"] = container.string
            result["TMPDIR"] = temporaryDirectory?.string
            result["XDG_CONFIG_HOME"] = library.appending("Preferences").string
            result["XDG_CACHE_HOME"] = library.appending("Caches").string
            result["XDG_DATA_HOME"] = library.appending("Application Support").string
            result["XDG_STATE_HOME"] = library.appending("Application Support").string
            result["XDG_RUNTIME_DIR"] = temporaryDirectory?.string
        }
        // The backtracer is a program of its own, which a sandbox cannot start: a crash would only
        // be slower and noisier.
        result["SWIFT_BACKTRACE"] = "enable=no"
        return result
    }
}
