package import AppexModel
import CLauncherProtocol
import SystemPackage

/// Everything that the launcher needs to know for one launch.
package struct LaunchPlan: Sendable, Hashable {
    /// The program, what it may see, and its limits.
    package var profile: SandboxProfile
    /// The program's arguments; by convention the first is its path.
    package var arguments: [String]
    /// The program's environment. Nothing is added to it.
    package var environment: [String: String]
    /// Whether to launch even if the machine lacks a layer that every sandbox needs (`SandboxLayer.belongsToFloor`). Only the
    /// device's owner decides that.
    package var allowsWeakSandbox: Bool

    /// Creates a plan.
    package init(
        profile: SandboxProfile, arguments: [String], environment: [String: String], allowsWeakSandbox: Bool = false
    ) {
        self.profile = profile
        self.arguments = arguments
        self.environment = environment
        self.allowsWeakSandbox = allowsWeakSandbox
    }

    /// The paths of the machine that every extension sees, read-only.
    static let systemPaths: [VisiblePath] =
        ["/usr/lib", "/usr/lib64", "/lib", "/lib64"].map { VisiblePath(FilePath($0), [.code, .system]) }
        // Symbolic links to variants of libraries, such as BLAS.
        + [
            "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/usr/share/zoneinfo", "/usr/share/locale",
            "/usr/share/mime",
        ]
        .map { VisiblePath(FilePath($0), .system) }

    /// The certificates of the machine, which an extension with a network sees too.
    static let certificatePaths: [VisiblePath] = [
        "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
        "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted",
    ].map { VisiblePath(FilePath($0), .system) }

    /// The dynamic linker of this architecture. Dynamic programs need to execute it.
    #if arch(x86_64)
        static let interpreter: FilePath = "/lib64/ld-linux-x86-64.so.2"
    #elseif arch(arm64)
        static let interpreter: FilePath = "/lib/ld-linux-aarch64.so.1"
    #endif

    /// All visible paths; a folder precedes what is in it.
    var visiblePaths: [VisiblePath] {
        let own =
            profile.extraReadOnly.map { VisiblePath($0, .code) } + profile.data.map { VisiblePath($0, []) }
            + profile.groups.map { VisiblePath($0.path, $0.isWritable ? .writable : []) }
            + [VisiblePath(profile.bundle, .code)] + (profile.container.map { [VisiblePath($0, .writable)] } ?? [])
        // Stable: among paths of equal length the container comes last, so no other path can hide it.
        return Self.systemPaths + (profile.network ? Self.certificatePaths : [])
            + own.enumerated().sorted {
                ($0.element.path.components.count, $0.offset) < ($1.element.path.components.count, $1.offset)
            }.map(\.element)
    }
}

/// A path that exists inside the sandbox.
struct VisiblePath: Sendable, Hashable {
    struct Rights: OptionSet, Hashable, Sendable {
        let rawValue: UInt32
        /// Files may be changed and created.
        static let writable = Rights(rawValue: UInt32(BIND_WRITE))
        /// Code may be mapped from it.
        static let code = Rights(rawValue: UInt32(BIND_CODE))
        /// The path belongs to the machine: it may be absent, and a symbolic link remains one.
        static let system = Rights(rawValue: UInt32(BIND_SYSTEM))
    }

    var path: FilePath
    var rights: Rights

    init(_ path: FilePath, _ rights: Rights) {
        self.path = path
        self.rights = rights
    }
}
