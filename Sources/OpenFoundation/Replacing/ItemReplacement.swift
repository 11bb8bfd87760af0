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
        if let backupName, FilePath.Component(backupName)?.kind != .regular {
            throw CocoaError(.fileWriteInvalidFileName, userInfo: [NSFilePathErrorKey: backupName])
        }
        do {
            let (oldMode, newMode) = (try Self.mode(of: original), try Self.mode(of: new))
            if !keepsNewMetadata, oldMode & S_IFMT == newMode & S_IFMT, newMode & S_IFMT != S_IFLNK {
                chmod(new.path, oldMode & ~S_IFMT)
            }
            do {
                try exchange(new)
            } catch .improperLink {
                return try runWithCopy()
            }
            try dispose(of: new)
        } catch let error as Errno {
            throw Self.error(error, original)
        }
    }

    /// Replaces the item by a copy of the new one, which is on another file system.
    private func runWithCopy() throws {
        let copy = original.deletingLastPathComponent()
            .appendingPathComponent(".\(original.lastPathComponent).\(UUID().uuidString)")
        do {
            try FileManager.default.copyItem(at: new, to: copy)
            try exchange(copy)
        } catch {
            try? FileManager.default.removeItem(at: copy)
            throw error
        }
        try dispose(of: copy)
        try FileManager.default.removeItem(at: new)
    }

    /// Puts an item in the place of the original, which is where the item was afterwards.
    private func exchange(_ item: URL) throws(Errno) {
        guard let name = FilePath(original.path).lastComponent, let other = FilePath(item.path).lastComponent else {
            throw .invalidArgument
        }
        let place = try Folder(at: FilePath(original.path).removingLastComponent())
        let otherPlace = try Folder(at: FilePath(item.path).removingLastComponent())
        do {
            try place.exchange(name, with: other, in: otherPlace)
        } catch .invalidArgument {
            // A file system without this operation: there is a moment without the item.
            let spare = FilePath.Component(".\(name.string).\(UUID().uuidString)") ?? name
            try place.move(name, to: otherPlace, as: spare)
            do {
                try otherPlace.move(other, to: place, as: name)
            } catch {
                try otherPlace.move(spare, to: place, as: name)
                throw error
            }
            try otherPlace.move(spare, to: otherPlace, as: other)
        }
    }

    /// Makes the original the backup, or removes it.
    private func dispose(of old: URL) throws {
        guard let backupName else { return try FileManager.default.removeItem(at: old) }
        let backup = original.deletingLastPathComponent().appendingPathComponent(backupName)
        if (try? Self.mode(of: backup)) != nil { try FileManager.default.removeItem(at: backup) }
        guard rename(old.path, backup.path) == 0 else { throw Errno.current }
    }

    private static func mode(of url: URL) throws(Errno) -> mode_t {
        var status = stat()
        guard lstat(url.path, &status) == 0 else { throw Errno.current }
        return status.st_mode
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
