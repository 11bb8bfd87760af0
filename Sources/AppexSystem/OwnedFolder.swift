import CAppexShims
import Glibc
package import SystemPackage

/// An open folder that belongs to this process's user, and that no other user can change or replace.
///
/// The path is resolved one component at a time. Each folder on the way must belong to this user or to root, and must not
/// be writable by others unless it is sticky (such as `/tmp`), so that they cannot rename entries that are not theirs.
/// Symbolic links must have such owners as well. Therefore no other user can redirect a later use of the path.
package struct OwnedFolder: ~Copyable, Sendable {
    /// The folder, open for reading.
    package let descriptor: Descriptor
    /// The path with which the folder was opened.
    package let path: FilePath

    private init(_ descriptor: consuming Descriptor, _ path: FilePath) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder by its path. Components may be symbolic links, including the last one.
    ///
    /// - Parameter path: an absolute path.
    /// - Parameter isMade: whether to create the folder and its parents, with mode 0700, if they do not exist.
    /// - Throws: ``FolderOwnerError``. Nothing has been created below a folder that is refused.
    package init(at path: FilePath, making isMade: Bool = false) throws(FolderOwnerError) {
        var walk = try FolderWalk(path)
        while let name = walk.next() { try walk.enter(name, making: isMade) }
        try self.init(owned: walk.open("."), path)
    }

    /// Opens the folder `name`, the last component of `path`, which must not be a symbolic link. It and its parents are
    /// created if they do not exist.
    init(made name: FilePath.Component, of path: FilePath) throws(FolderOwnerError) {
        var walk = try FolderWalk(path.removingLastComponent())
        while let name = walk.next() { try walk.enter(name, making: true) }
        try self.init(owned: walk.make(name, path), path)
    }

    /// Gives the descriptor to a new owner.
    package consuming func intoDescriptor() -> Descriptor { descriptor }

    /// Opens a folder below this one. No component may be a symbolic link, and each folder must be owned as this one.
    ///
    /// - Parameter isMade: whether to create the folders, with mode 0700, if they do not exist.
    /// - Throws: ``FolderOwnerError``.
    package borrowing func folder(along names: FilePath, making isMade: Bool = false) throws(FolderOwnerError)
        -> OwnedFolder
    {
        var current = OwnedFolder(try Self.open(".", in: descriptor, path), path)
        for name in names.components {
            let inner = current.path.appending(name)
            if isMade { try Self.make(name, in: current.descriptor, inner) }
            current = try OwnedFolder(owned: Self.open(name, in: current.descriptor, inner), inner)
        }
        return current
    }

    private init(owned descriptor: consuming Descriptor, _ path: FilePath) throws(FolderOwnerError) {
        let status = try Self.status(descriptor, path)
        guard status.st_uid == geteuid() else { throw FolderOwnerError(path, .foreign(owner: status.st_uid)) }
        guard !Self.isWritableByOthers(status) else {
            throw FolderOwnerError(path, status.st_mode & S_ISVTX == 0 ? .writableByOthers : .shared)
        }
        self.init(descriptor, path)
    }

    /// Whether other users may write to a file or folder by its mode.
    ///
    /// A group with the number of its only user is private to that user: many systems make one for each, and let the
    /// group write to new files (umask 002).
    static func isWritableByOthers(_ status: stat) -> Bool {
        let isPrivateGroup = status.st_gid == geteuid() && status.st_gid == getegid()
        return status.st_mode & (isPrivateGroup ? 0o002 : 0o022) != 0
    }

    static func open(
        _ name: FilePath.Component, in folder: borrowing Descriptor, _ path: FilePath
    ) throws(FolderOwnerError) -> Descriptor {
        do throws(Errno) {
            return try Descriptor(opening: name, in: folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        } catch {
            var status = stat()
            let parent = folder.rawValue
            let isThere = name.withPlatformString { fstatat(parent, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
            if isThere, status.st_uid != geteuid() { throw FolderOwnerError(path, .foreign(owner: status.st_uid)) }
            let isLink = isThere && status.st_mode & S_IFMT == S_IFLNK
            throw FolderOwnerError(path, isLink ? .symbolicLink : .system(error))
        }
    }

    static func make(
        _ name: FilePath.Component, in folder: borrowing Descriptor, _ path: FilePath
    ) throws(FolderOwnerError) {
        let parent = folder.rawValue
        guard name.withPlatformString({ mkdirat(parent, $0, S_IRWXU) }) == 0 || Errno.current == .fileExists else {
            throw FolderOwnerError(path, .system(.current))
        }
    }

    static func status(_ descriptor: borrowing Descriptor, _ path: FilePath) throws(FolderOwnerError) -> stat {
        do throws(Errno) {
            return try descriptor.status()
        } catch {
            throw FolderOwnerError(path, .system(error))
        }
    }
}

/// Resolves a path from `/`, through folders that other users cannot replace.
private struct FolderWalk: ~Copyable {
    private var current: Descriptor
    /// The path of `current`, without symbolic links.
    private var place: FilePath = "/"
    /// The components that are still to be resolved, in reverse order.
    private var rest: [FilePath.Component]
    private var links = 0

    /// The maximum number of symbolic links in a path, as in the kernel.
    private static let linkLimit = 40

    init(_ path: FilePath) throws(FolderOwnerError) {
        guard path.isAbsolute else { throw FolderOwnerError(path, .system(.invalidArgument)) }
        current = try Self.openTop()
        rest = path.components.reversed()
    }

    mutating func next() -> FilePath.Component? { rest.popLast() }

    /// Enters a folder, or resolves a symbolic link.
    mutating func enter(_ name: FilePath.Component, making isMade: Bool) throws(FolderOwnerError) {
        try checkParent()
        let path = place.appending(name)
        let entry: Descriptor
        do throws(FolderOwnerError) {
            entry = try openEntry(name, path)
        } catch {
            guard isMade, error.errno == .noSuchFileOrDirectory else { throw error }
            try OwnedFolder.make(name, in: current, path)
            entry = try openEntry(name, path)
        }
        let status = try OwnedFolder.status(entry, path)
        guard status.st_mode & S_IFMT == S_IFLNK else {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw FolderOwnerError(path, .system(.notDirectory)) }
            current = entry
            place = name.kind == .parentDirectory ? place.removingLastComponent() : path
            return
        }
        guard Self.isTrusted(status.st_uid) else { throw FolderOwnerError(path, .foreign(owner: status.st_uid)) }
        links += 1
        guard links <= Self.linkLimit, let target = Self.target(of: entry) else {
            throw FolderOwnerError(path, .system(.tooManySymbolicLinkLevels))
        }
        if target.isAbsolute {
            current = try Self.openTop()
            place = "/"
        }
        rest += target.components.reversed()
    }

    /// Opens an entry of the current folder.
    borrowing func open(_ name: FilePath.Component) throws(FolderOwnerError) -> Descriptor {
        try OwnedFolder.open(name, in: current, place)
    }

    /// Creates a folder in the current folder if it does not exist, and opens it.
    borrowing func make(_ name: FilePath.Component, _ path: FilePath) throws(FolderOwnerError) -> Descriptor {
        try checkParent()
        try OwnedFolder.make(name, in: current, path)
        return try OwnedFolder.open(name, in: current, path)
    }

    private borrowing func openEntry(
        _ name: FilePath.Component, _ path: FilePath
    ) throws(FolderOwnerError) -> Descriptor {
        do throws(Errno) {
            return try Descriptor(opening: name, in: current, appex_open_path | O_NOFOLLOW)
        } catch {
            throw FolderOwnerError(path, .system(error))
        }
    }

    /// Checks that other users cannot replace entries of the current folder.
    private borrowing func checkParent() throws(FolderOwnerError) {
        let status = try OwnedFolder.status(current, place)
        guard Self.isTrusted(status.st_uid) else { throw FolderOwnerError(place, .foreign(owner: status.st_uid)) }
        guard !OwnedFolder.isWritableByOthers(status) || status.st_mode & S_ISVTX != 0 else {
            throw FolderOwnerError(place, status.st_uid == geteuid() ? .writableByOthers : .shared)
        }
    }

    private static func isTrusted(_ user: uid_t) -> Bool { user == geteuid() || user == 0 }

    private static func openTop() throws(FolderOwnerError) -> Descriptor {
        do throws(Errno) {
            return try Descriptor(opening: "/", appex_open_path | O_DIRECTORY)
        } catch {
            throw FolderOwnerError("/", .system(error))
        }
    }

    private static func target(of link: borrowing Descriptor) -> FilePath? {
        let number = link.rawValue
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The last byte stays 0. The kernel does not follow longer targets either.
        let count = readlinkat(number, "", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return FilePath(platformString: bytes)
    }
}
