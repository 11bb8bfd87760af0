import Glibc
package import SystemPackage

/// Why a folder is not used: another user could read or change what is in it, or it cannot be opened.
package struct FolderOwnerError: Error, Sendable, Hashable {
    /// What is wrong with the folder.
    package enum Reason: Sendable, Hashable {
        /// It belongs to another user.
        case foreign(owner: UInt32)
        /// Users other than its owner may write to it.
        case writableByOthers
        /// Users other than its owner may enter it.
        case openToOthers
        /// It is a symbolic link where none may be.
        case symbolicLink
        /// The kernel refused to open or make it.
        case system(Errno)
    }

    /// The folder.
    package let path: FilePath
    /// What is wrong with it.
    package let reason: Reason

    init(_ path: FilePath, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The kernel's error, where it is the reason.
    package var errno: Errno? {
        if case .system(let errno) = reason { errno } else { nil }
    }
}

extension FolderOwnerError: CustomStringConvertible {
    /// A clause with the path as it is; whoever prints it replaces characters that could steer a terminal.
    package var description: String {
        switch reason {
        case .foreign(let owner): "\(path) belongs to user \(owner), and this program runs as user \(geteuid())"
        case .writableByOthers: "other users may write to \(path), chmod go-w takes that from them"
        case .openToOthers: "other users may enter \(path), chmod go= takes that from them"
        case .symbolicLink: "\(path) is a symbolic link, put a folder in its place"
        case .system(let errno): "\(path) cannot be opened as a folder: \(errno)"
        }
    }
}
