import AppexSystem
import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc
import SystemPackage

/// A returned file or folder that has been copied to its file system and does not have its final name yet.
final class StagedItem: Sendable {
    /// The number of staged files that stay without a name, each of which takes a descriptor.
    static let unnamedLimit = 256

    /// The suggested name.
    let name: String
    /// The name besides the final one; nil for a file that has none, which the kernel removes with this process.
    private let path: FilePath?
    private let unnamed: UnnamedFile?

    /// Copies a file or a folder. Holes of files are preserved.
    ///
    /// - Parameter folder: the folder of the final name.
    /// - Parameter isUnnamed: whether to keep a file without a name, if the file system supports that.
    /// - Parameter step: is called with the number of bytes that each step occupies, and ends the copy by throwing.
    /// - Throws: the error of `step`; otherwise the kernel's error. Nothing is left behind.
    init(_ source: URL, in folder: FilePath, isUnnamed: Bool, counting step: FileContent.CopyStep) throws(Errno) {
        name = source.lastPathComponent
        let spare = folder.appending(".appex-\(UUID().uuidString)")
        let file = try Descriptor(opening: FilePath(source.path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        let isFolder = try file.status().st_mode & S_IFMT == S_IFDIR
        if isUnnamed, !isFolder, let target = try? UnnamedFile(in: folder, mode: 0o666) {
            try FileContent.copy(file, into: target.descriptor, counting: step)
            path = nil
            unnamed = consume target
            return
        }
        do throws(Errno) {
            if isFolder {
                try Self.copyFolder(FilePath(source.path), to: spare, counting: step)
            } else {
                try Self.copy(file, to: spare, mode: 0o666, counting: step)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: spare.string)
            throw error
        }
        path = spare
        unnamed = nil
    }

    /// Gives it its final name.
    ///
    /// - Parameter replacing: whether to replace, atomically, what has this name.
    /// - Throws: `.fileExists`; otherwise the kernel's error.
    func place(at destination: FilePath, replacing: Bool) throws(Errno) {
        if path != nil { return try rename(to: destination, replacing: replacing) }
        guard replacing else { return try link(at: destination) }
        // A link replaces nothing.
        let spare = destination.removingLastComponent().appending(".appex-\(UUID().uuidString)")
        try link(at: spare)
        guard Glibc.rename(spare.string, destination.string) == 0 else {
            let error = Errno.current
            unlink(spare.string)
            throw error
        }
    }

    private func link(at path: FilePath) throws(Errno) { try unnamed?.link(at: path) }

    /// Removes it, if it has a name.
    func discard() {
        if let path { try? FileManager.default.removeItem(atPath: path.string) }
    }

    private func rename(to destination: FilePath, replacing: Bool) throws(Errno) {
        guard let path else { return }
        guard replacing || Glibc.link(path.string, destination.string) != 0 else {
            // The staging name is a second one now.
            unlink(path.string)
            return
        }
        if !replacing {
            // Folders, and files on some memory cards, have no second names: check, then rename.
            guard errno == EPERM || errno == EOPNOTSUPP else { throw .current }
            guard access(destination.string, F_OK) != 0 else { throw .fileExists }
        }
        guard Glibc.rename(path.string, destination.string) == 0 else { throw .current }
    }

    /// Copies the files and folders of a folder that this process has unpacked, so that its size and depth are bounded.
    private static func copyFolder(
        _ source: FilePath, to target: FilePath, counting step: FileContent.CopyStep
    ) throws(Errno) {
        guard mkdir(target.string, 0o777) == 0 else { throw .current }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: source.string) else { throw .ioError }
        for name in names {
            let (inner, copy) = (source.appending(name), target.appending(name))
            let file = try Descriptor(opening: inner, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let mode = try file.status().st_mode
            if mode & S_IFMT == S_IFDIR {
                try copyFolder(inner, to: copy, counting: step)
            } else {
                // The owner of an executable file may execute it.
                let permissions: mode_t = mode & S_IXUSR == 0 ? 0o666 : 0o777
                try Self.copy(file, to: copy, mode: permissions, counting: step)
            }
        }
    }

    private static func copy(
        _ file: borrowing Descriptor, to path: FilePath, mode: mode_t, counting step: FileContent.CopyStep
    ) throws(Errno) {
        let target = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        try FileContent.copy(file, into: target, counting: step)
    }
}
