import CAppexShims
import Glibc
package import SystemPackage

/// An open folder that belongs to this process's user and that no other user can change or exchange.
///
/// The path is walked one component at a time. Each folder on the way belongs to this user or to root, and other users
/// may write only to those in which they cannot rename what is not theirs (sticky ones, such as `/tmp`). The same holds
/// for the owners of symbolic links, which are resolved on the way. Therefore no other user can lead a later use of the
/// path elsewhere.
package struct OwnedFolder: ~Copyable, Sendable {
    /// The folder, open for reading.
    package let descriptor: Descriptor
    /// The path as it was given.
    package let path: FilePath

    private init(_ descriptor: consuming Descriptor, _ path: FilePath) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder by its path. The last component may be a symbolic link, too.
    ///
    /// - Parameter path: starts with `/`.
    /// - Parameter isMade: makes the folder and its parents, with mode 0700, where they are missing.
    /// - Throws: ``FolderOwnerError``. Nothing has been made below a folder that is refused.
    package init(at path: FilePath, making isMade: Bool = false) throws(FolderOwnerError) {
        var walk = try FolderWalk(path)
        while let name = walk.next() { try walk.enter(name, making: isMade) }
        try self.init(owned: walk.open("."), path)
    }

    /// Makes the folder `name`, the last component of `path`, unless it is there, and opens it. It may not be a symbolic
    /// link; its parents, which are made as well, may be reached through such links.
    init(made name: FilePath.Component, of path: FilePath) throws(FolderOwnerError) {
        var walk = try FolderWalk(path.removingLastComponent())
        while let name = walk.next() { try walk.enter(name, making: true) }
        try self.init(owned: walk.make(name, path), path)
    }

    /// Gives the descriptor to a new owner.
    package consuming func intoDescriptor() -> Descriptor { descriptor }

    /// Opens a folder below this one, never through a symbolic link. Each folder on the way is held to the same rules.
    ///
    /// - Parameter isMade: makes the folders, with mode 0700, where they are missing.
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
        guard status.st_mode & 0o022 == 0 else { throw FolderOwnerError(path, .writableByOthers) }
        self.init(descriptor, path)
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

/// The way from `/` to a folder, of which only folders are open that other users cannot exchange.
private struct FolderWalk: ~Copyable {
    private var current: Descriptor
    /// Where `current` is, with symbolic links resolved.
    private var place: FilePath = "/"
    /// What is still to be walked, the next component last.
    private var rest: [FilePath.Component]
    private var links = 0

    /// As many symbolic links as the kernel resolves in one path.
    private static let linkLimit = 40

    init(_ path: FilePath) throws(FolderOwnerError) {
        guard path.isAbsolute else { throw FolderOwnerError(path, .system(.invalidArgument)) }
        current = try Self.openTop()
        rest = path.components.reversed()
    }

    mutating func next() -> FilePath.Component? { rest.popLast() }

    /// Goes into a folder, or to where a symbolic link leads.
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

    /// The folder that the walk has come to.
    borrowing func open(_ name: FilePath.Component) throws(FolderOwnerError) -> Descriptor {
        try OwnedFolder.open(name, in: current, place)
    }

    /// Makes a folder where the walk has come to, unless it is there, and opens it.
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

    /// Refuses a folder whose entries somebody else could exchange.
    private borrowing func checkParent() throws(FolderOwnerError) {
        let status = try OwnedFolder.status(current, place)
        guard Self.isTrusted(status.st_uid) else { throw FolderOwnerError(place, .foreign(owner: status.st_uid)) }
        // A group with the number of its only user is private to that user; many systems make one for each.
        let isPrivateGroup = status.st_gid == geteuid() && status.st_gid == getegid()
        let shared = status.st_mode & (isPrivateGroup ? 0o002 : 0o022)
        guard shared == 0 || status.st_mode & S_ISVTX != 0 else { throw FolderOwnerError(place, .writableByOthers) }
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
        // The last byte stays 0; a longer target cannot be followed by the kernel either.
        let count = readlinkat(number, "", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return FilePath(platformString: bytes)
    }
}
