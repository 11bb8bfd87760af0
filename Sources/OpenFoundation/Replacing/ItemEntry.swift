import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// An entry of an open folder: the place of a file, a folder or a link.
struct ItemEntry: ~Copyable {
    let url: URL
    let folder: Folder
    let name: FilePath.Component

    /// The bits of the permissions that a replacement of a file takes over. What is written to a set-user-ID file is not
    /// trusted by the kernel either, which then removes the bits.
    private static let filePermissions: mode_t = 0o777
    /// The bits of the permissions of a folder. Set-group-ID and the sticky bit decide about the entries of the folder.
    private static let folderPermissions: mode_t = 0o7777

    /// Opens the folder of an item, which need not exist.
    ///
    /// - Throws: `.invalidArgument` if the path ends with `..` or is that of the root folder; the kernel's error.
    init(_ url: URL) throws(Errno) {
        let path = FilePath(url.path)
        guard let name = path.lastComponent, name.kind == .regular else { throw .invalidArgument }
        let parent = path.removingLastComponent()
        let folder = try Folder(at: parent.isEmpty ? "." : parent)
        self.url = url
        self.name = name
        self.folder = folder
    }

    /// A name that no other entry has. It does not contain the name of an item, which may be as long as a name can be.
    static func spareName() throws(Errno) -> FilePath.Component {
        guard let name = FilePath.Component(".replacing-\(UUID().uuidString)") else { throw .invalidArgument }
        return name
    }

    /// The status of the item, as from lstat(2).
    borrowing func status() throws(Errno) -> stat { try folder.status(of: name) }

    /// Whether this is the entry with a name in a folder, by whichever paths the folders were opened.
    borrowing func isEntry(_ other: FilePath.Component, of otherFolder: borrowing Folder) throws(Errno) -> Bool {
        guard name == other else { return false }
        let (one, two) = (try folder.status(of: "."), try otherFolder.status(of: "."))
        return one.isSameItem(as: two)
    }

    /// Puts the items of two entries into each other's place.
    ///
    /// - Throws: the kernel's error; `.improperLink` if they are on different file systems.
    borrowing func exchange(with other: borrowing ItemEntry) throws(Errno) {
        do throws(Errno) {
            try folder.exchange(name, with: other.name, in: other.folder)
        } catch {
            guard error == .invalidArgument else { throw error }
            // A file system without this operation: there is a moment without the item.
            let spare = try Self.spareName()
            try folder.move(name, to: other.folder, as: spare)
            do throws(Errno) {
                try other.folder.move(other.name, to: folder, as: name)
            } catch {
                try other.folder.move(spare, to: folder, as: name)
                throw error
            }
            try other.folder.move(spare, to: other.folder, as: other.name)
        }
    }

    /// Gives the item the permissions of another one, unless they are of different kinds or links.
    ///
    /// - Returns: the permissions that the item had; nil if they were not changed.
    borrowing func adoptPermissions(of other: borrowing ItemEntry) throws(Errno) -> mode_t? {
        let (model, own) = (try other.status().st_mode, try status().st_mode)
        guard model & S_IFMT == own & S_IFMT, own & S_IFMT != S_IFLNK else { return nil }
        setPermissions(model & (own & S_IFMT == S_IFDIR ? Self.folderPermissions : Self.filePermissions))
        return own & Self.folderPermissions
    }

    /// Changes the permissions of the item as far as possible. A link is not followed.
    borrowing func setPermissions(_ mode: mode_t) {
        guard fchmodat(folder.descriptor.rawValue, name.string, mode, AT_SYMLINK_NOFOLLOW) != 0 else { return }
        // The sandbox of extensions refuses set-user-ID and set-group-ID.
        let ordinary = mode & ~(S_ISUID | S_ISGID)
        if ordinary != mode { fchmodat(folder.descriptor.rawValue, name.string, ordinary, AT_SYMLINK_NOFOLLOW) }
    }
}

extension stat {
    /// Whether this is the status of one item, under whichever names.
    func isSameItem(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
