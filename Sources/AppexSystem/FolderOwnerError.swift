import Glibc
package import SystemPackage

/// Reports that a folder cannot be used, because another user could read or change its content or it cannot be opened.
package struct FolderOwnerError: Error, Sendable, Hashable {
    /// The reason for which a folder cannot be used.
    package enum Reason: Sendable, Hashable {
        /// It belongs to another user.
        case foreign(owner: UInt32)
        /// Users other than its owner may write to it.
        case writableByOthers
        /// Other users may write to it, and it is sticky, such as `/tmp`, belongs to root: nobody should take the right to write from them.
        case shared
        /// Users other than its owner may enter it.
        case openToOthers
        /// It is a symbolic link where that is not allowed.
        case symbolicLink
        /// The kernel could not open or create it.
        case system(Errno)
    }

    /// The folder.
    package let path: FilePath
    /// The reason.
    package let reason: Reason

    init(_ path: FilePath, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The kernel's error, if that is the reason.
    package var errno: Errno? {
        if case .system(let errno) = reason { errno } else { nil }
    }
}

extension FolderOwnerError: CustomStringConvertible {
    /// A clause. It contains the path unchanged: the caller has to remove control characters before printing it.
    package var description: String {
        switch reason {
        case .foreign(let owner): "\(path) belongs to user \(owner), and this program runs as user \(geteuid())"
        case .writableByOthers: "other users may write to \(path), chmod go-w takes that from them"
        case .shared: "\(path) is shared with other users"
        case .openToOthers: "other users may enter \(path), chmod go= takes that from them"
        case .symbolicLink: "\(path) is a symbolic link, put a folder in its place"
        case .system(let errno): "\(path) cannot be opened as a folder: \(errno)"
        }
    }
}
