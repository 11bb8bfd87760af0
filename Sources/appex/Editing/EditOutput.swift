import AppexModel
import AppexSystem
import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage

/// Writes edited photographs, and what describes them, to a file or folder that the user has named.
///
/// A photograph that is edited is never replaced, and another file only with `--force`.
struct EditOutput {
    struct Written: Sendable {
        let path: String
        let bytes: Int
    }

    private enum Kind {
        case file
        /// The target is a folder that receives files under the names of the photographs.
        case folder
        /// The target is the folder of the photograph, in which a file gets a new name.
        case copy
    }

    /// What identifies a file under each of its names.
    private struct FileIdentity: Hashable {
        let device: UInt
        let inode: UInt

        /// - Returns: nil if the file cannot be found.
        init?(_ file: URL) {
            var status = stat()
            guard stat(file.path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
        }
    }

    private let target: URL
    private let kind: Kind
    private let force: Bool
    /// The photographs that are edited.
    private let originals: Set<FileIdentity>

    /// Checks the target before anything is started.
    ///
    /// - Parameter photos: all photographs that are edited.
    /// - Parameter needsFolder: whether the target has to be a folder, because it receives several files.
    /// - Throws: ``CommandFailure`` if the target cannot be written.
    init(_ path: String, editing photos: [String], force: Bool, needsFolder: Bool = false) throws {
        self.force = force
        originals = Set(photos.compactMap { FileIdentity(URL(fileURLWithPath: $0)) })
        guard !path.isEmpty else { throw CommandFailure("\"\" is not the path of a file or folder.", .usage) }
        target = URL(fileURLWithPath: path)
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
        let isFolder = isDirectory.boolValue || needsFolder || path.ends(with: "/")
        kind = isFolder ? .folder : .file
        guard !isFolder || isDirectory.boolValue else {
            throw CommandFailure("\(target.path) is not a folder\(exists ? "" : "; create it first").", .usage)
        }
        try Self.checkWritable(isFolder ? target : target.deletingLastPathComponent())
        if !isFolder { try check(target) }
    }

    /// Writes a copy beside a photograph, as `IMG_1-edited.jpg`, or with a number if that exists.
    ///
    /// - Throws: ``CommandFailure`` if the folder cannot be written.
    init(besides photo: URL) throws {
        target = photo.deletingLastPathComponent()
        kind = .copy
        force = false
        originals = []
        try Self.checkWritable(target)
    }

    private static func checkWritable(_ folder: URL) throws {
        guard access(folder.path, W_OK | X_OK) == 0 else {
            throw CommandFailure("Cannot write into \(folder.path): \(String(cString: strerror(errno))).", .usage)
        }
    }

    /// The file in which a photograph's result is written.
    ///
    /// - Parameter suffix: the filename extension of the result, which replaces that of the photograph.
    func destination(for photo: URL, _ suffix: String) -> URL {
        let name = photo.deletingPathExtension().lastPathComponent
        let suffix = suffix == "jpeg" ? "jpg" : suffix
        switch kind {
        case .file: return target
        case .folder:
            let own = photo.pathExtension.lowercased()
            let isSame = own == suffix || (own == "jpeg" && suffix == "jpg")
            return target.appendingPathComponent(isSame ? photo.lastPathComponent : "\(name).\(suffix)")
        case .copy:
            var copy = target.appendingPathComponent("\(name)-edited.\(suffix)")
            var number = 1
            while access(copy.path, F_OK) == 0 {
                number += 1
                copy = target.appendingPathComponent("\(name)-edited-\(number).\(suffix)")
            }
            return copy
        }
    }

    /// Checks that a photograph's result may be written, before it is rendered: under the name that it has unless the
    /// extension chooses another type than usual.
    ///
    /// - Throws: ``CommandFailure``.
    func check(for photo: EditablePhoto) throws {
        try check(destination(for: photo.original, photo.media == .image ? "jpg" : "mov"))
    }

    /// Checks that a file may be written.
    ///
    /// - Throws: ``CommandFailure``.
    private func check(_ destination: URL) throws {
        guard let existing = FileIdentity(destination) else { return }
        guard !originals.contains(existing) else {
            throw CommandFailure(
                "\(destination.path) is an original, which is never replaced; choose another name.", .usage)
        }
        try ReturnedItemsWriter.checkReplaceable(destination)
        guard force else {
            throw CommandFailure(
                "\(destination.path) exists; choose another name or allow replacing it with --force.", .usage)
        }
    }

    /// Copies an edited photograph to its final place, where it appears complete or not at all.
    ///
    /// - Throws: ``CommandFailure``.
    func write(_ rendition: URL, for photo: URL) throws -> Written {
        let destination = destination(for: photo, rendition.pathExtension.lowercased())
        try check(destination)
        do throws(Errno) {
            let staged = try StagedItem(
                rendition, in: FilePath(destination.deletingLastPathComponent().path), isUnnamed: true
            ) { _ throws(Errno) in }
            do throws(Errno) { try staged.place(at: FilePath(destination.path), replacing: force) } catch {
                staged.discard()
                throw error
            }
            // An edited photograph is no less private than the original.
            var (original, written) = (stat(), stat())
            if stat(photo.path, &original) == 0, stat(destination.path, &written) == 0 {
                chmod(destination.path, original.st_mode & written.st_mode & 0o777)
            }
        } catch {
            throw CommandFailure("\(destination.path) cannot be written: \(error).", .failed)
        }
        let size = try FileManager.default.attributesOfItem(atPath: destination.path)[.size] as? Int
        return Written(path: destination.path, bytes: size ?? 0)
    }

    /// Writes a description to its final place; see ``write(_:for:)-(URL,_)``.
    ///
    /// - Throws: ``CommandFailure``; a file system error.
    func write(_ content: Data, for photo: URL) throws -> Written {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("appex-\(UUID().uuidString).aae")
        defer { try? FileManager.default.removeItem(at: file) }
        try content.write(to: file, options: .withoutOverwriting)
        return try write(file, for: photo)
    }
}
