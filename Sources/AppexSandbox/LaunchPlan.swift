package import AppexModel
import SystemPackage

/// Everything the launcher needs for one launch.
package struct LaunchPlan: Sendable, Hashable {
    package var profile: SandboxProfile
    /// The program's arguments; the first is by custom its path.
    package var arguments: [String]
    /// The program's whole environment.
    package var environment: [String: String]
    /// Launch even where the walls of the floor are missing. Only the device's owner decides that.
    package var allowsWeakSandbox: Bool

    package init(
        profile: SandboxProfile, arguments: [String], environment: [String: String], allowsWeakSandbox: Bool = false
    ) {
        self.profile = profile
        self.arguments = arguments
        self.environment = environment
        self.allowsWeakSandbox = allowsWeakSandbox
    }

    /// What of the machine every extension sees, read-only.
    static let systemPaths: [VisiblePath] =
        ["/usr/lib", "/usr/lib64", "/lib", "/lib64"].map { VisiblePath(FilePath($0), [.code, .system]) }
        // Symbolic links to variants of libraries, such as BLAS.
        + [
            "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/usr/share/zoneinfo", "/usr/share/locale",
            "/usr/share/mime",
        ]
        .map { VisiblePath(FilePath($0), .system) }

    /// The dynamic linker of this architecture; may be executed, because dynamic programs need it.
    #if arch(x86_64)
        static let interpreter: FilePath = "/lib64/ld-linux-x86-64.so.2"
    #elseif arch(arm64)
        static let interpreter: FilePath = "/lib/ld-linux-aarch64.so.1"
    #endif

    /// All visible paths, a folder before what lies in it.
    var visiblePaths: [VisiblePath] {
        let own =
            profile.extraReadOnly.map { VisiblePath($0, .code) } + profile.data.map { VisiblePath($0, []) }
            + [VisiblePath(profile.bundle, .code)] + (profile.container.map { [VisiblePath($0, .writable)] } ?? [])
        // Stable: of equal lengths, the container comes last and so cannot be covered.
        return Self.systemPaths
            + own.enumerated().sorted {
                ($0.element.path.components.count, $0.offset) < ($1.element.path.components.count, $1.offset)
            }.map(\.element)
    }
}

/// A path that exists inside the sandbox.
struct VisiblePath: Sendable, Hashable {
    struct Rights: OptionSet, Hashable, Sendable {
        let rawValue: UInt32
        static let writable = Rights(rawValue: 1)
        /// Code may be mapped from it.
        static let code = Rights(rawValue: 2)
        /// Belongs to the machine: may be absent, and a symbolic link stays one.
        static let system = Rights(rawValue: 4)
    }

    var path: FilePath
    var rights: Rights

    init(_ path: FilePath, _ rights: Rights) {
        self.path = path
        self.rights = rights
    }
}
