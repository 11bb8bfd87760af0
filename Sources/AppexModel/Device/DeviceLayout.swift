package import SystemPackage

/// The paths of a device's files. They are below one root folder, with the names that Apple's systems use.
///
/// A device is one user's set of installed apps. All processes that use a device must have the same root, so it is
/// absolute and lexically normalized.
package struct DeviceLayout: Sendable, Hashable {
    /// The folder of all files that survive a restart of the machine.
    package let root: FilePath

    /// Creates the layout below a root folder. No file is created.
    ///
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)`` if the path does not start with `/`;
    ///   ``DeviceLayoutError/rootFolder`` if it is `/`.
    package init(root: FilePath) throws(DeviceLayoutError) {
        guard root.isAbsolute else { throw .notAbsolute(variable: "the device's root", path: root.string) }
        self.root = root.lexicallyNormalized()
        guard self.root != "/" else { throw .rootFolder }
    }

    /// The installed apps, each in a folder with a UUID as its name, which changes with every update.
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
    /// A copy of the database that can be read quickly. It is created again if it is missing or out of date.
    package var registryIndex: FilePath { root.appending("Library/registry.index") }
    /// The types that the installed apps declare, for hosts to read.
    package var typeDeclarations: FilePath { root.appending("Library/types.list") }
    /// The same declarations without the names of the apps that make them, which extensions can read.
    package var extensionTypeDeclarations: FilePath { root.appending("Library/extension-types.list") }
    /// Reports on the abnormal ends of processes.
    package var reports: FilePath { root.appending("Library/Reports") }
    /// The logs of the device's processes.
    package var logs: FilePath { root.appending("Library/Logs") }
    /// The log of the broker. No bundle identifier has a space, so that it is never taken for the log of an extension.
    package var brokerLog: FilePath { logs.appending("appexd broker.log") }
    /// The log of an extension's output. Older output is in a file of the same name with `.old` appended.
    package func log(of identifier: BundleIdentifier) -> FilePath { logs.appending(identifier.rawValue + ".log") }
    /// The limits that the device's owner has set. In most cases the file does not exist.
    package var limits: FilePath { root.appending("Library/limits.json") }
    /// The file that a process locks while it changes ``limits``.
    package var limitsLock: FilePath { root.appending("Library/limits.lock") }
    /// The identities with which the device's owner signs apps.
    package var identities: FilePath { root.appending("Library/Identities") }
    /// The keys of those whose apps the device's owner trusts, and those that are revoked.
    package var trust: FilePath { root.appending("Library/Trust") }
    /// The shared runtimes that were installed on this device, each in a folder with its identifier as the name.
    package var runtimes: FilePath { root.appending("Library/Runtimes") }
    /// The edits of photographs, below the paths of the photographs' folders. Hosts create it with the first edit.
    package var photoEdits: FilePath { root.appending("Library/PhotoEdits") }
    /// The files of installations in progress. When none is in progress, files here are left over and can be removed.
    package var staging: FilePath { root.appending("Library/Staging") }

    /// The name of the device's folder in control group file systems.
    package var controlGroupName: String { "appex-" + Self.hexadecimal(Self.fnv1a(root.string.utf8)) }

    /// All folders of a device, parents before children.
    package var folders: [FilePath] {
        [
            root, root.appending("Containers"), root.appending("Containers/Bundle"), bundleContainers,
            root.appending("Containers/Data"), appDataContainers, extensionDataContainers,
            root.appending("Containers/Shared"), groupContainers, library, reports, logs, identities, trust, runtimes,
            staging,
        ]
    }

    /// The folder of the device's sockets and locks: `<base>/appex/<16 hexadecimal digits>`.
    ///
    /// The digits are the 64-bit FNV-1a hash of the root's bytes. It is not a secret and need not
    /// withstand attack: the folder belongs to the user who chose the root.
    ///
    /// - Parameter base: a folder of this user that does not survive a restart of the machine.
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)``;
    ///   ``DeviceLayoutError/socketPathTooLong(path:)`` if the socket's path does not fit a socket address.
    package func runtimeDirectory(base: FilePath) throws(DeviceLayoutError) -> RuntimeDirectory {
        try RuntimeDirectory(folder: base.appending("appex").appending(Self.hexadecimal(Self.fnv1a(root.string.utf8))))
    }

    /// The 64-bit FNV-1a hash of `bytes`.
    package static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// The paths of a device's sockets and locks.
package struct RuntimeDirectory: Sendable, Hashable {
    /// The folder, which is created with mode 0700.
    package let folder: FilePath
    /// The socket that clients connect to.
    package var brokerSocket: FilePath { folder.appending("broker.sock") }
    /// Locked by the device's broker while it runs.
    package var brokerLock: FilePath { folder.appending("broker.lock") }
    /// Locked by a client while it starts a broker.
    package var startLock: FilePath { folder.appending("start.lock") }

    /// The maximum length of a path in Linux's `sockaddr_un` in bytes: 108 with the terminating NUL.
    package static let socketPathBytes = 107

    /// Creates the paths in a folder. No file is created.
    ///
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)`` if the path does not start with `/`;
    ///   ``DeviceLayoutError/socketPathTooLong(path:)`` if the socket's path does not fit a socket address.
    package init(folder: FilePath) throws(DeviceLayoutError) {
        guard folder.isAbsolute else { throw .notAbsolute(variable: "the runtime folder", path: folder.string) }
        self.folder = folder
        guard brokerSocket.string.utf8.count <= Self.socketPathBytes else {
            throw .socketPathTooLong(path: brokerSocket.string)
        }
    }
}

/// Reports that a device's path cannot be used.
package enum DeviceLayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A path does not start with `/`.
    case notAbsolute(variable: String, path: String)
    /// The device would be the root folder of the file system.
    case rootFolder
    /// The path of the broker's socket does not fit a socket address.
    case socketPathTooLong(path: String)

    /// One sentence: what is wrong with which path, and what to do.
    package var description: String {
        switch self {
        case .notAbsolute(let variable, let path):
            "cannot place the device: \(variable) is \"\(Self.shown(path))\", give a path that starts with /"
        case .rootFolder: "cannot place the device in the root folder /, set APPEX_ROOT to a folder of your own"
        case .socketPathTooLong(let path):
            "cannot place the device: the socket path \(Self.shown(path)) has \(path.utf8.count) bytes of at most "
                + "\(RuntimeDirectory.socketPathBytes), set XDG_RUNTIME_DIR to a shorter path"
        }
    }

    private static func shown(_ path: String) -> String {
        ManifestError.printable(path, limit: ManifestError.pathBytes)
    }
}
