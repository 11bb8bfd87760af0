import Foundation
import Glibc
import Testing

@testable import OpenFoundation

/// The replacement of items, in a file that imports Foundation too.
@Suite struct ReplacingTests {
    /// A folder with the files `old` and `new`, which contain their names.
    private static func with(_ body: (URL, URL, URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replacing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (old, new) = (folder.appending(path: "old"), folder.appending(path: "new"))
        try Data("old".utf8).write(to: old)
        try Data("new".utf8).write(to: new)
        try body(folder, old, new)
    }

    private static func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private static func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private static func permissions(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    /// Replaces an item, and keeps the original unless the options say otherwise.
    private static func replace(
        _ old: URL, _ new: URL, _ backup: String,
        _ options: FileManager.ItemReplacementOptions = .withoutDeletingBackupItem
    ) throws {
        try FileManager.default.replaceItem(
            at: old, withItemAt: new, backupItemName: backup, options: options, resultingItemURL: nil)
    }

    @Test func `the new item is in the place of the old one, with its permissions`() throws {
        try Self.with { (folder, old, new) throws in
            chmod(old.path, 0o640)
            #expect(try FileManager.default.replaceItemAt(old, withItemAt: new) == old)
            #expect(try Self.text(old) == "new")
            #expect(try Self.permissions(old) == 0o640)
            #expect(try Self.names(folder) == ["old"])
        }
    }

    @Test func `the new item keeps its permissions, and the old one is the backup, if the options say so`() throws {
        try Self.with { (folder, old, new) throws in
            chmod(new.path, 0o600)
            try Data("older".utf8).write(to: folder.appending(path: "backup"))
            var result: NSURL?
            try FileManager.default.replaceItem(
                at: old, withItemAt: new, backupItemName: "backup",
                options: [.usingNewMetadataOnly, .withoutDeletingBackupItem], resultingItemURL: &result)
            #expect(result?.path == old.path)
            #expect(try Self.text(old) == "new")
            #expect(try Self.text(folder.appending(path: "backup")) == "old")
            #expect(try Self.permissions(old) == 0o600)
            #expect(try Self.names(folder) == ["backup", "old"])
        }
    }

    @Test func `without the option, no backup is left`() throws {
        try Self.with { (folder, old, new) throws in
            try FileManager.default.replaceItemAt(old, withItemAt: new, backupItemName: "backup")
            #expect(try Self.text(old) == "new")
            #expect(try Self.names(folder) == ["old"])
        }
    }

    @Test func `a folder is replaced by a folder`() throws {
        try Self.with { (folder, old, new) throws in
            let (album, other) = (folder.appending(path: "album"), folder.appending(path: "other"))
            for place in [album, other] {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            }
            try FileManager.default.moveItem(at: old, to: album.appending(path: "old"))
            try FileManager.default.moveItem(at: new, to: other.appending(path: "new"))
            try FileManager.default.replaceItemAt(album, withItemAt: other)
            #expect(try Self.names(folder) == ["album"])
            #expect(try Self.names(album) == ["new"])
        }
    }

    @Test func `an item of another file system is copied`() throws {
        try Self.with { (folder, old, _) throws in
            let far = URL(filePath: "/dev/shm/replacing-\(UUID().uuidString)")
            try Data("far".utf8).write(to: far)
            defer { try? FileManager.default.removeItem(at: far) }
            try FileManager.default.replaceItemAt(old, withItemAt: far)
            #expect(try Self.text(old) == "far")
            #expect(!FileManager.default.fileExists(atPath: far.path))
            #expect(try Self.names(folder) == ["new", "old"])
        }
    }

    @Test func `what is missing is an error, and nothing is lost`() throws {
        try Self.with { (folder, old, new) throws in
            let missing = folder.appending(path: "missing")
            for (one, other) in [(missing, new), (old, missing)] {
                #expect {
                    try FileManager.default.replaceItemAt(one, withItemAt: other)
                } throws: {
                    ($0 as? CocoaError)?.code == .fileNoSuchFile
                }
            }
            #expect(try Self.text(old) == "old")
            #expect(try Self.text(new) == "new")
        }
    }

    @Test func `a backup with the name of another folder is refused`() throws {
        try Self.with { (_, old, new) throws in
            var result: NSURL?
            #expect {
                try FileManager.default.replaceItem(
                    at: old, withItemAt: new, backupItemName: "..", options: .withoutDeletingBackupItem,
                    resultingItemURL: &result)
            } throws: {
                ($0 as? CocoaError)?.code == .fileWriteInvalidFileName
            }
            #expect(try Self.text(old) == "old")
            #expect(try Self.text(new) == "new")
        }
    }

    // MARK: What would lose an item

    @Test(arguments: ["old", "inner/../old", "link/old"])
    func `an item is not replaced by itself, whatever its path is`(_ path: String) throws {
        try Self.with { (folder, old, _) throws in
            try FileManager.default.createDirectory(
                at: folder.appending(path: "inner"), withIntermediateDirectories: false)
            #expect(symlink(folder.path, folder.path + "/link") == 0)
            for options in [[], .withoutDeletingBackupItem] as [FileManager.ItemReplacementOptions] {
                #expect {
                    try Self.replace(old, URL(fileURLWithPath: "\(folder.path)/\(path)"), "backup", options)
                } throws: {
                    ($0 as? CocoaError)?.code == .fileWriteInvalidFileName
                }
            }
            #expect(try Self.text(old) == "old")
            #expect(try Self.names(folder) == ["inner", "link", "new", "old"])
        }
    }

    @Test func `a backup with the name of the item itself is refused`() throws {
        try Self.with { (_, old, new) throws in
            #expect {
                try Self.replace(old, new, "old")
            } throws: {
                ($0 as? CocoaError)?.code == .fileWriteInvalidFileName
            }
            #expect(try Self.text(old) == "old")
            #expect(try Self.text(new) == "new")
        }
    }

    @Test func `a backup with the name of the new item is where the new item was`() throws {
        try Self.with { (folder, old, new) throws in
            try Self.replace(old, new, "new")
            #expect(try Self.text(old) == "new")
            #expect(try Self.text(new) == "old")
            #expect(try Self.names(folder) == ["new", "old"])
        }
    }

    @Test func `an earlier backup is replaced if it is a folder, even the one with the new item`() throws {
        try Self.with { (folder, old, new) throws in
            let backup = folder.appending(path: "backup")
            try FileManager.default.createDirectory(at: backup, withIntermediateDirectories: false)
            let inner = backup.appending(path: "inner")
            try FileManager.default.moveItem(at: new, to: inner)
            try Self.replace(old, inner, "backup")
            #expect(try Self.text(old) == "new")
            #expect(try Self.text(backup) == "old")
            #expect(try Self.names(folder) == ["backup", "old"])
        }
    }

    @Test func `a backup that is another name of the original leaves nothing where the new item was`() throws {
        try Self.with { (folder, old, new) throws in
            let backup = folder.appending(path: "backup")
            #expect(link(old.path, backup.path) == 0)
            try Self.replace(old, new, "backup")
            #expect(try Self.text(old) == "new")
            #expect(try Self.text(backup) == "old")
            #expect(try Self.names(folder) == ["backup", "old"])
        }
    }

    @Test(arguments: [true, false])
    func `what is not a file, a folder or a link is refused`(_ isNew: Bool) throws {
        try Self.with { (folder, old, new) throws in
            let pipe = folder.appending(path: "pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            #expect {
                try FileManager.default.replaceItemAt(isNew ? old : pipe, withItemAt: isNew ? pipe : new)
            } throws: {
                ($0 as? CocoaError)?.code == .featureUnsupported
            }
            #expect(try Self.text(old) == "old")
            #expect(try Self.text(new) == "new")
        }
    }

    @Test func `a name of 250 bytes is not too long for an item that is copied`() throws {
        try Self.with { (folder, old, _) throws in
            let long = folder.appending(path: String(repeating: "x", count: 250))
            try FileManager.default.moveItem(at: old, to: long)
            let far = URL(filePath: "/dev/shm/replacing-\(UUID().uuidString)")
            try Data("far".utf8).write(to: far)
            defer { try? FileManager.default.removeItem(at: far) }
            try FileManager.default.replaceItemAt(long, withItemAt: far)
            #expect(try Self.text(long) == "far")
        }
    }

    @Test func `a folder of another file system with a pipe in it is not copied`() throws {
        try Self.with { (folder, _, _) throws in
            let album = folder.appending(path: "album")
            let far = URL(filePath: "/dev/shm/replacing-\(UUID().uuidString)")
            for place in [album, far, far.appending(path: "inner")] {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            }
            defer { try? FileManager.default.removeItem(at: far) }
            #expect(mkfifo(far.path + "/inner/pipe", 0o600) == 0)
            #expect {
                try FileManager.default.replaceItemAt(album, withItemAt: far)
            } throws: {
                ($0 as? CocoaError)?.code == .featureUnsupported
            }
            #expect(try Self.names(folder) == ["album", "new", "old"])
        }
    }

    // MARK: Permissions

    @Test func `a new file does not become set-user-ID, and a new folder keeps the set-group-ID bit`() throws {
        try Self.with { (folder, old, new) throws in
            chmod(old.path, 0o4755)
            try FileManager.default.replaceItemAt(old, withItemAt: new)
            #expect(try Self.permissions(old) == 0o755)
            let (album, other) = (folder.appending(path: "album"), folder.appending(path: "other"))
            for place in [album, other] {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            }
            chmod(album.path, 0o2750)
            try FileManager.default.replaceItemAt(album, withItemAt: other)
            #expect(try Self.permissions(album) == 0o2750)
        }
    }

    @Test func `permissions are not changed through a link that was put in the place of the new item`() throws {
        try Self.with { (folder, old, new) throws in
            chmod(old.path, 0o600)
            let link = folder.appending(path: "link")
            #expect(symlink(old.path, link.path) == 0)
            try ItemEntry(link).setPermissions(0o777)
            #expect(try Self.permissions(old) == 0o600)
            try ItemEntry(new).setPermissions(0o711)
            #expect(try Self.permissions(new) == 0o711)
        }
    }

    @Test func `the permissions of a new item that cannot be put in its place stay as they were`() throws {
        try Self.with { (folder, _, _) throws in
            let inner = folder.appending(path: "inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
            chmod(folder.path, 0o700)
            chmod(inner.path, 0o711)
            #expect(throws: CocoaError.self) { try FileManager.default.replaceItemAt(folder, withItemAt: inner) }
            #expect(try Self.permissions(inner) == 0o711)
        }
    }
}
