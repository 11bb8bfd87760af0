import Foundation
import Glibc
import OpenFoundation
import Testing

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
}
