import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import OpenFoundation

/// Where the temporary files of a process are, and what becomes of those of a process that was killed.
@Suite struct TemporaryFolderTests {
    private static func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "items-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        try Data("content".utf8).write(to: url.appendingPathComponent("file"))
        return url
    }

    private static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    @Test func `the folder goes with its last user`() throws {
        let folder = TemporaryFolder()
        let path = try folder.enter()
        #expect(try folder.enter() == path)
        folder.leave()
        #expect(Self.exists(path))
        folder.leave()
        #expect(!Self.exists(path))
        #expect(try folder.enter() != path)
        folder.leave()
    }

    @Test func `what a process has left behind is removed, what one uses is not, and nothing beside it`() throws {
        let left = try Self.folder()
        let used = try Self.folder()
        let lock = try Descriptor(opening: FilePath(used.path), O_RDONLY | O_DIRECTORY)
        try #require(flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0)
        let target = try Self.folder()
        let kept = target.deletingLastPathComponent().appendingPathComponent("kept-" + UUID().uuidString)
        try FileManager.default.moveItem(at: target, to: kept)
        try FileManager.default.createSymbolicLink(at: target, withDestinationURL: kept)
        defer { for url in [used, target, kept] { try? FileManager.default.removeItem(at: url) } }
        let folder = TemporaryFolder()
        _ = try folder.enter()
        folder.leave()
        #expect(!Self.exists(left))
        #expect(Self.exists(used.appendingPathComponent("file")))
        #expect(Self.exists(kept.appendingPathComponent("file")))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder to another user"))
    func `what a process of another user has left behind is not removed`() throws {
        let other = try Self.folder()
        defer { try? FileManager.default.removeItem(at: other) }
        try #require(chown(other.path, 65_534, 65_534) == 0)
        let folder = TemporaryFolder()
        _ = try folder.enter()
        folder.leave()
        #expect(Self.exists(other.appendingPathComponent("file")))
    }
}
