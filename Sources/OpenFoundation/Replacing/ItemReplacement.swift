import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// The replacement of a file or folder by another one.
struct ItemReplacement {
    let original: URL
    let new: URL
    /// The name under which the original is kept; nil if it is removed.
    let backupName: String?
    /// Whether the permissions of the original are given up.
    let keepsNewMetadata: Bool

    /// Replaces the item.
    ///
    /// - Throws: `CocoaError`.
    func run() throws {
        do {
            let place = try ItemEntry(original)
            let other = try ItemEntry(new)
            try check(place, other)
            let permissions = keepsNewMetadata ? nil : try other.adoptPermissions(of: place)
            do throws(Errno) {
                try place.exchange(with: other)
            } catch {
                if let permissions { other.setPermissions(permissions) }
                guard error == .improperLink else { throw error }
                return try runWithCopy(place)
            }
            try dispose(of: other, beside: place)
        } catch let error as Errno {
            throw Self.error(error, original)
        }
    }

    /// Refuses what would lose an item, and items that cannot be copied.
    private func check(_ place: borrowing ItemEntry, _ other: borrowing ItemEntry) throws {
        try Self.checkKind(original.path, try place.status())
        try Self.checkKind(new.path, try other.status())
        guard try !place.isEntry(other.name, of: other.folder) else {
            throw Self.refusal(.fileWriteInvalidFileName, new.path, "The new item is the item that is to be replaced.")
        }
        guard let backupName else { return }
        guard let name = FilePath.Component(backupName), name.kind == .regular, name != place.name else {
            throw Self.refusal(
                .fileWriteInvalidFileName, backupName, "The name of the backup is that of the item, or is not a name.")
        }
    }

    private static func checkKind(_ path: String, _ status: stat) throws {
        guard [S_IFREG, S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT) else {
            throw refusal(.featureUnsupported, path, "It is not a file, a folder or a symbolic link.")
        }
    }

    /// Refuses a folder with a pipe or a device in it, which a copy would read for ever.
    private func checkContents() throws {
        guard try ItemEntry(new).status().st_mode & S_IFMT == S_IFDIR,
            let contents = FileManager.default.enumerator(atPath: new.path)
        else { return }
        while let name = contents.nextObject() as? String {
            let path = "\(new.path)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { throw Errno.current }
            try Self.checkKind(path, status)
        }
    }

    private static func refusal(_ code: CocoaError.Code, _ path: String, _ reason: String) -> CocoaError {
        CocoaError(code, userInfo: [NSFilePathErrorKey: path, NSLocalizedFailureReasonErrorKey: reason])
    }

    /// Replaces the item by a copy of the new one, which is on another file system.
    private func runWithCopy(_ place: borrowing ItemEntry) throws {
        try checkContents()
        let url = original.deletingLastPathComponent().appendingPathComponent(try ItemEntry.spareName().string)
        let copy = try ItemEntry(url)
        do {
            try FileManager.default.copyItem(at: new, to: url)
            if !keepsNewMetadata { _ = try copy.adoptPermissions(of: place) }
            try place.exchange(with: copy)
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
        try dispose(of: copy, beside: place)
        try FileManager.default.removeItem(at: new)
    }

    /// Makes the original the backup, or removes it.
    ///
    /// - Parameter old: where the original is.
    /// - Parameter place: where it was.
    private func dispose(of old: borrowing ItemEntry, beside place: borrowing ItemEntry) throws {
        guard let name = backupName.flatMap({ FilePath.Component($0) }) else {
            return try FileManager.default.removeItem(at: old.url)
        }
        guard try !old.isEntry(name, of: place.folder) else { return }
        do throws(Errno) {
            try old.folder.move(old.name, to: place.folder, as: name)
        } catch {
            // An item of another kind, or a folder that is not empty, is not replaced by a move.
            guard [.isDirectory, .notDirectory, .directoryNotEmpty, .fileExists].contains(error) else { throw error }
            try displace(name, by: old, beside: place)
        }
        // The kernel moves nothing if both are names of one file.
        if let left = try? old.status(), let backup = try? place.folder.status(of: name), left.isSameItem(as: backup) {
            try old.folder.remove(old.name, isFolder: false)
        }
    }

    /// Makes the original the backup, and only then removes the item that had the name of the backup.
    private func displace(
        _ name: FilePath.Component, by old: borrowing ItemEntry, beside place: borrowing ItemEntry
    ) throws {
        let spare = try ItemEntry.spareName()
        try place.folder.move(name, to: place.folder, as: spare)
        do throws(Errno) {
            try old.folder.move(old.name, to: place.folder, as: name)
        } catch {
            try place.folder.move(spare, to: place.folder, as: name)
            throw error
        }
        try FileManager.default.removeItem(
            at: original.deletingLastPathComponent().appendingPathComponent(spare.string))
    }

    private static func error(_ error: Errno, _ url: URL) -> CocoaError {
        let code: CocoaError.Code =
            switch error {
            case .noSuchFileOrDirectory: .fileNoSuchFile
            case .permissionDenied, .notPermitted: .fileWriteNoPermission
            case .noSpace, .diskQuotaExceeded: .fileWriteOutOfSpace
            case .readOnlyFileSystem: .fileWriteVolumeReadOnly
            default: .fileWriteUnknown
            }
        let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(error.rawValue))
        return CocoaError(code, userInfo: [NSFilePathErrorKey: url.path, NSUnderlyingErrorKey: cause])
    }
}
