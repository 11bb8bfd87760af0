import AppexRuntimes
import AppexSystem
import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc
import SystemPackage

/// The folders in which packages were built with SDKs that no longer exist, as after an upgrade.
enum ObsoleteBuildFolders {
    /// The lock of SwiftPM in a folder in which it builds.
    private static let lock = ".lock"

    /// Removes those whose toolset names an SDK that does not exist. A folder stays while another process builds in it, and if it cannot
    /// be removed.
    ///
    /// - Parameter parent: the folder `.build` of a package, or the folder in which packages share one for each SDK.
    /// - Parameter current: the name of the folder of the SDK in use, which stays in any case.
    static func remove(in parent: FilePath, except current: String) {
        for name in names(in: parent) where name.hasPrefix(SDKFolder.prefix) && name != current {
            let folder = parent.appending(name)
            guard isFolder(folder) else { continue }
            if removeIfObsolete(folder) { continue }
            // A folder that packages share has a folder for each of them.
            let removed = names(in: folder).filter { removeIfObsolete(folder.appending($0)) }
            // It fails unless the folder is empty.
            if !removed.isEmpty { rmdir(folder.string) }
        }
    }

    /// - Returns: whether the folder was to be removed.
    private static func removeIfObsolete(_ folder: FilePath) -> Bool {
        guard isFolder(folder), let sdk = SDKToolset.sdk(ofToolsetAt: folder.appending(SDKWorkspace.toolset)),
            isMissing(sdk), let lock = try? FileLock.trying(folder.appending(Self.lock))
        else { return false }
        try? FileManager.default.removeItem(atPath: folder.string)
        _ = consume lock
        return true
    }

    private static func names(in folder: FilePath) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    }

    /// Whether there is a folder at a path, and not a link to one.
    private static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a file certainly does not exist. One that this user cannot reach may exist.
    private static func isMissing(_ path: FilePath) -> Bool {
        var status = stat()
        return stat(path.string, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }
}
