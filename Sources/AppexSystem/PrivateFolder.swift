import Glibc
package import SystemPackage

/// Folders that only this user can enter.
package enum PrivateFolder {
    /// Creates a folder and its missing parents with mode 0700. Does nothing if such a folder exists.
    ///
    /// - Throws: ``FolderOwnerError`` if the folder exists but belongs to another user, can be entered by others or is a
    ///   symbolic link; if another user could replace it, because that user owns or can write to a folder above it; or for
    ///   an error of the kernel. Nothing has been created below a folder of another user then.
    package static func make(_ path: FilePath) throws(FolderOwnerError) {
        guard let name = path.lastComponent else { throw FolderOwnerError(path, .system(.invalidArgument)) }
        let folder = try OwnedFolder(made: name, of: path)
        let status = try OwnedFolder.status(folder.descriptor, path)
        guard status.st_mode & 0o077 == 0 else { throw FolderOwnerError(path, .openToOthers) }
    }
}
