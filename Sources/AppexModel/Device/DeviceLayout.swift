package import SystemPackage

/// Where a device keeps its files: every path below one root folder, as Apple's systems name them.
///
/// A device is one user's set of installed apps. All processes that talk about a device have to agree
/// on its root, so the root is absolute and in its simplest lexical form.
package struct DeviceLayout: Sendable, Hashable {
    /// The folder that holds everything that survives a restart.
    package let root: FilePath

    /// Takes a root folder.
    ///
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)`` unless it starts at `/`.
    package init(root: FilePath) throws(DeviceLayoutError) {
        guard root.isAbsolute else { throw .notAbsolute(variable: "the device's root", path: root.string) }
        self.root = root.lexicallyNormalized()
    }

    /// Installed apps, each in a folder named by a UUID of its own that changes with every update.
    package var bundleContainers: FilePath { root.appending("Containers/Bundle/Application") }
    /// The data of apps, by UUID; it survives an update.
    package var appDataContainers: FilePath { root.appending("Containers/Data/Application") }
    /// The data of app extensions, by UUID; it survives an update.
    package var extensionDataContainers: FilePath { root.appending("Containers/Data/PluginKitPlugin") }
    /// The shared containers of app groups, by UUID.
    package var groupContainers: FilePath { root.appending("Containers/Shared/AppGroup") }
    /// The folder of the device's own files.
    package var library: FilePath { root.appending("Library") }
    /// The database of what is installed.
    package var registry: FilePath { root.appending("Library/registry.sqlite") }
    /// The database again in a form that is read at once; made anew whenever it is missing or not of the same state.
    package var registryIndex: FilePath { root.appending("Library/registry.index") }
    /// What the installed apps declare of types, for hosts and extensions to read.
    package var typeDeclarations: FilePath { root.appending("Library/types.list") }
    /// The same declarations without the names of the apps that make them, which extensions can read.
    package var extensionTypeDeclarations: FilePath { root.appending("Library/extension-types.list") }
    /// Reports about processes that died.
    package var reports: FilePath { root.appending("Library/Reports") }
    /// The logs of the device's processes.
    package var logs: FilePath { root.appending("Library/Logs") }
    /// What an extension has printed. What it printed before lies beside it, under the same name and `.old`.
    package func log(of identifier: BundleIdentifier) -> FilePath { logs.appending(identifier.rawValue + ".log") }
    /// What the device's owner has said about limits; mostly not there.
    package var limits: FilePath { root.appending("Library/limits.json") }
    /// Installs in progress; whatever is here when no install runs is garbage.
    package var staging: FilePath { root.appending("Library/Staging") }

    /// The name of the device's folder in control group file systems.
    package var controlGroupName: String { "appex-" + Self.hexadecimal(Self.fnv1a(root.string.utf8)) }

    /// Every folder that a device has, parents before children.
    package var folders: [FilePath] {
        [
            root, root.appending("Containers"), root.appending("Containers/Bundle"), bundleContainers,
            root.appending("Containers/Data"), appDataContainers, extensionDataContainers,
            root.appending("Containers/Shared"), groupContainers, library, reports, logs, staging,
        ]
    }

    /// Where the device's sockets and locks are: `<base>/appex/<16 hexadecimal digits>`.
    ///
    /// The digits are the 64-bit FNV-1a hash of the root's bytes. It is not a secret and need not
    /// withstand attack: the folder belongs to the user who chose the root.
    ///
    /// - Parameter base: a folder of this user that does not survive a restart.
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)``, and
    ///   ``DeviceLayoutError/socketPathTooLong(path:)`` when the socket's path would not fit an address.
    package func runtimeDirectory(base: FilePath) throws(DeviceLayoutError) -> RuntimeDirectory {
        try RuntimeDirectory(folder: base.appending("appex").appending(Self.hexadecimal(Self.fnv1a(root.string.utf8))))
    }

    /// The 64-bit FNV-1a hash of `bytes`.
    static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// A device's sockets and locks.
package struct RuntimeDirectory: Sendable, Hashable {
    /// The folder itself, to be made with mode 0700.
    package let folder: FilePath
    /// The socket that clients connect to.
    package var brokerSocket: FilePath { folder.appending("broker.sock") }
    /// Locked by the one broker of the device while it lives.
    package var brokerLock: FilePath { folder.appending("broker.lock") }
    /// Locked by a client while it starts a broker.
    package var startLock: FilePath { folder.appending("start.lock") }

    /// Longest path in a `sockaddr_un` of Linux: 108 bytes with the NUL at the end.
    package static let socketPathBytes = 107

    /// Takes a folder.
    ///
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)`` unless it starts at `/`,
    ///   ``DeviceLayoutError/socketPathTooLong(path:)`` when the socket's path would not fit an address.
    package init(folder: FilePath) throws(DeviceLayoutError) {
        guard folder.isAbsolute else { throw .notAbsolute(variable: "the runtime folder", path: folder.string) }
        self.folder = folder
        guard brokerSocket.string.utf8.count <= Self.socketPathBytes else {
            throw .socketPathTooLong(path: brokerSocket.string)
        }
    }
}

/// A device cannot be placed where it was asked to be.
package enum DeviceLayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A path that has to start at `/` does not.
    case notAbsolute(variable: String, path: String)
    /// The path of the broker's socket does not fit a socket address.
    case socketPathTooLong(path: String)

    /// One sentence: what is wrong with which path, and what to do.
    package var description: String {
        switch self {
        case .notAbsolute(let variable, let path):
            "cannot place the device: \(variable) is \"\(Self.shown(path))\", give a path that starts with /"
        case .socketPathTooLong(let path):
            "cannot place the device: the socket path \(Self.shown(path)) has \(path.utf8.count) bytes of at most "
                + "\(RuntimeDirectory.socketPathBytes), set XDG_RUNTIME_DIR to a shorter path"
        }
    }

    private static func shown(_ path: String) -> String {
        ManifestError.printable(path, limit: ManifestError.pathBytes)
    }
}
