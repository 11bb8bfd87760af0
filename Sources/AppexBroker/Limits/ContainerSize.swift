import AppexSystem
import Glibc
package import SystemPackage

/// What the files in an extension's container take up.
///
/// Counted by a walk, since there is no quota for a folder that works everywhere. The extension changes the folder
/// meanwhile and is not trusted: no link is followed, and number and depth are bounded.
package struct ContainerSize: Sendable, Equatable {
    /// Bytes on the disk. A file with several names is counted once in all.
    package private(set) var bytes: UInt64 = 0
    /// Files and folders.
    package private(set) var entries = 0
    /// Whether there were too many, or too deep ones, to count them all.
    package private(set) var isIncomplete = false

    package static let entryLimit = 100_000
    /// Folders in each other. Each is an open descriptor during the walk.
    package static let depthLimit = 64

    /// Walks through a container. Blocks, as long as a disk takes.
    ///
    /// - Parameter user: a process that may write to files of it that have no name any more.
    package init(of container: FilePath, user: Int32? = nil) {
        guard let top = Self.open(container.string, in: AT_FDCWD) else { return }
        var status = stat()
        let device = fstat(dirfd(top), &status) == 0 ? status.st_dev : 0
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
        if let user { addNameless(of: user, on: device) }
    }

    /// - Returns: the entry, opened, if it is a folder.
    private mutating func take(_ name: [UInt8], in folder: CInt) -> OpaquePointer? {
        let name = name.map { CChar(bitPattern: $0) }
        // "." and ".."
        guard name != [46, 0], name != [46, 46, 0] else { return nil }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        entries += 1
        if entries > Self.entryLimit { isIncomplete = true }
        add(status)
        return status.st_mode & S_IFMT == S_IFDIR ? Self.open(name, in: folder) : nil
    }

    private mutating func add(_ status: stat) {
        let size = UInt64(clamping: status.st_blocks) * 512
        let names = status.st_mode & S_IFMT == S_IFDIR ? 1 : UInt64(max(1, status.st_nlink))
        bytes &+= size / names
    }

    private mutating func addNameless(of pid: Int32, on device: dev_t) {
        guard let folder = Self.open("/proc/\(pid)/fd", in: AT_FDCWD) else { return }
        defer { closedir(folder) }
        var seen: Set<ino_t> = []
        while let entry = readdir(folder) {
            var status = stat()
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.map { CChar(bitPattern: $0) } }
            guard fstatat(dirfd(folder), name, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_nlink == 0, status.st_dev == device, seen.insert(status.st_ino).inserted
            else { continue }
            add(status)
        }
    }

    private static func open(_ name: String, in folder: CInt) -> OpaquePointer? {
        open(name.utf8CString.map { $0 }, in: folder)
    }

    private static func open(_ name: [CChar], in folder: CInt) -> OpaquePointer? {
        let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        if let opened = fdopendir(descriptor) { return opened }
        close(descriptor)
        return nil
    }

    /// What it breaks of a limit.
    package func breach(limit: UInt64) -> LimitBreach? {
        if bytes > limit { return .container(used: bytes, limit: limit) }
        return isIncomplete ? .containerTooIntricate : nil
    }
}
