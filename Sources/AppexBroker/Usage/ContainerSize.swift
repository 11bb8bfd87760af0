import AppexSystem
import Glibc
package import SystemPackage

/// What the files in an extension's container and in those of its groups take up.
///
/// Counted by a walk, because no quota for folders works on every file system. The extension can change the folders
/// during the walk and is not trusted: no link is followed, and number and depth are bounded.
package struct ContainerSize: Sendable, Equatable {
    /// Bytes on the disk. A file with several names is counted once in all.
    package private(set) var bytes: UInt64 = 0
    /// Files and folders.
    package private(set) var entries = 0
    /// Whether there were too many, or too deep ones, to count them all.
    package private(set) var isIncomplete = false

    /// The maximum number of files and folders that are counted.
    package static let entryLimit = 100_000
    /// The maximum depth of folders. Each is an open descriptor during the walk.
    package static let depthLimit = 64

    /// Walks through containers. Blocks, as long as a disk takes.
    ///
    /// - Parameter user: a process whose open files in the containers count even after they were unlinked.
    package init(of containers: [FilePath], user: Int32? = nil) {
        let places = containers.flatMap { walk($0) }
        if let user { addNameless(of: user, in: places) }
    }

    /// - Returns: the paths with which names of files in the container begin.
    private mutating func walk(_ container: FilePath) -> [[CChar]] {
        let path = Self.name(container.string)
        var status = stat()
        if fstatat(AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            Self.allowAccess(to: path, status, in: AT_FDCWD)
        }
        guard let top = Self.open(path, in: AT_FDCWD) else {
            if errno == EACCES { isIncomplete = true }
            return []
        }
        let real = Self.path(Self.name("/proc/self/fd/\(dirfd(top))"), in: AT_FDCWD)
        let places = [Array(path.dropLast()), real].compactMap(\.self).map { $0 + [47] }
        var open = [top]
        while let folder = open.last {
            guard !isIncomplete, let entry = readdir(folder) else {
                closedir(folder)
                open.removeLast()
                continue
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) + [0] }
            if let inner = take(name, in: dirfd(folder)) {
                open.append(inner)
                if open.count > Self.depthLimit { isIncomplete = true }
            }
        }
        return places
    }

    /// - Returns: the entry, opened, if it is a folder.
    private mutating func take(_ name: [UInt8], in folder: CInt) -> OpaquePointer? {
        let name = name.map { CChar(bitPattern: $0) }
        // "." and ".."
        guard name != [46, 0], name != [46, 46, 0] else { return nil }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == EACCES { isIncomplete = true }
            return nil
        }
        entries += 1
        if entries > Self.entryLimit { isIncomplete = true }
        add(status)
        guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
        Self.allowAccess(to: name, status, in: folder)
        let inner = Self.open(name, in: folder)
        // A folder that no longer exists is ignored; one that was made unreadable again is not.
        if inner == nil, errno == EACCES { isIncomplete = true }
        return inner
    }

    /// Makes a folder readable for its owner, from whom an extension may hide what it keeps there. Does not follow a link.
    private static func allowAccess(to name: [CChar], _ status: stat, in folder: CInt) {
        guard status.st_mode & (S_IFMT | S_IRWXU) != S_IFDIR | S_IRWXU else { return }
        _ = fchmodat(folder, name, S_IRWXU, AT_SYMLINK_NOFOLLOW)
    }

    private mutating func add(_ status: stat) {
        let size = UInt64(clamping: status.st_blocks) * 512
        let names = status.st_mode & S_IFMT == S_IFDIR ? 1 : UInt64(max(1, status.st_nlink))
        bytes &+= size / names
    }

    /// Adds unlinked files that the process has open. Only their paths are read: a file of a host may be on a file system
    /// that never answers.
    private mutating func addNameless(of pid: Int32, in places: [[CChar]]) {
        guard let folder = Self.open(Self.name("/proc/\(pid)/fd"), in: AT_FDCWD) else { return }
        defer { closedir(folder) }
        var seen: Set<ino_t> = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.map { CChar(bitPattern: $0) } }
            guard let path = Self.path(name, in: dirfd(folder)) else {
                if errno == ENAMETOOLONG { isIncomplete = true }
                continue
            }
            var status = stat()
            guard places.contains(where: { path.starts(with: $0) }), fstatat(dirfd(folder), name, &status, 0) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 0, seen.insert(status.st_ino).inserted
            else { continue }
            add(status)
        }
    }

    /// Where a link of the kernel's leads.
    private static func path(_ link: [CChar], in folder: CInt) -> [CChar]? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlinkat(folder, link, &path, path.count)
        return length < 0 ? nil : Array(path[..<length])
    }

    private static func name(_ text: String) -> [CChar] { text.utf8CString.map { $0 } }

    private static func open(_ name: [CChar], in folder: CInt) -> OpaquePointer? {
        let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        if let opened = fdopendir(descriptor) { return opened }
        close(descriptor)
        return nil
    }

    /// The limit that the size exceeds; nil if it exceeds none.
    package func breach(limit: UInt64) -> LimitBreach? {
        if bytes > limit { return .container(used: bytes, limit: limit) }
        return isIncomplete ? .containerTooIntricate : nil
    }
}
