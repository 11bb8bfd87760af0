package import SystemPackage

/// The files and resources that the process of an extension can access.
///
/// Files that are not listed here are not visible to the process. All paths are absolute, and the same inside the sandbox
/// as outside.
package struct SandboxProfile: Sendable, Hashable {
    /// The containing app's folder, which is visible read-only. Code in it may be loaded.
    package var bundle: FilePath
    /// The program, inside the bundle unless there is an ``object``. Only this file and the ELF interpreter may be executed.
    package var executable: FilePath
    /// The object, inside the bundle, that the program opens; nil if the program itself is the extension's. With an object, the
    /// program is that of a shared runtime, in one of ``extraReadOnly``.
    package var object: FilePath?
    /// The process's data container. No file in it can be executed, and no other folder is writable except those of
    /// ``groups``. nil for a process that cannot write anywhere.
    package var container: FilePath?
    /// The containers of groups that the process shares with others. Code in them may not be loaded.
    package var groups: [SharedFolder]
    /// Further folders and files that are visible read-only. Code in them may be loaded.
    package var extraReadOnly: [FilePath]
    /// Further files that are visible read-only, from which no code may be loaded.
    package var data: [FilePath]
    /// Whether the process has a network of its own, in which it may open connections.
    package var network = false
    /// The limits that the kernel enforces.
    package var limits: ResourceLimits

    /// A folder that processes share.
    package struct SharedFolder: Sendable, Hashable {
        /// The folder.
        package let path: FilePath
        /// Whether the process may change what is in it.
        package let isWritable: Bool

        /// Creates a description of a folder.
        package init(path: FilePath, isWritable: Bool) {
            self.path = path
            self.isWritable = isWritable
        }
    }

    /// Creates the profile of an extension.
    ///
    /// - Parameter extraReadOnly: further folders, for example that of Swift's shared libraries, if programs are linked
    ///   dynamically and the toolchain is outside of /usr.
    package init(
        bundle: FilePath, executable: FilePath, container: FilePath, groups: [SharedFolder] = [],
        extraReadOnly: [FilePath] = [],
        data: [FilePath] = [], limits: ResourceLimits = ResourceLimits()
    ) {
        self.bundle = bundle
        self.executable = executable
        self.container = container
        self.groups = groups
        self.extraReadOnly = extraReadOnly
        self.data = data
        self.limits = limits
    }

    /// Creates the profile of a helper process, which has neither a container nor a bundle.
    ///
    /// - Parameter program: a program of OpenExtensionKit.
    /// - Parameter extraReadOnly: further folders, as for an extension.
    package init(program: FilePath, extraReadOnly: [FilePath], limits: ResourceLimits) {
        bundle = program
        executable = program
        groups = []
        self.extraReadOnly = extraReadOnly
        data = []
        self.limits = limits
    }

    /// The folder for temporary files, inside the container.
    package var temporaryDirectory: FilePath? { container?.appending("tmp") }

    /// The environment of the process.
    ///
    /// - Parameter user: the environment of the device's owner, from which only the language and the time zone are taken.
    ///   Other variables could reveal information about the user, or change how the program is loaded.
    package func environment(from user: [String: String]) -> [String: String] {
        var result = user.filter { name, _ in name == "LANG" || name == "TZ" || name.begins(with: "LC_") }
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
        // The backtracer is a separate program, which cannot be started in a sandbox. Trying it would only delay a crash.
        result["SWIFT_BACKTRACE"] = "enable=no"
        // Code in Swift 5 mode may use views on another thread. As on Apple's systems, that is reported and does not end the
        // process.
        result["SWIFT_IS_CURRENT_EXECUTOR_LEGACY_MODE_OVERRIDE"] = "nocrash"
        return result
    }
}
