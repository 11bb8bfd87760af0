import Foundation
import Glibc
import Testing

@testable import OpenFoundation

/// Where the temporary files of a process are, and what becomes of those of a process that was killed.
@Suite struct TemporaryFolderTests {
    private static func place(_ prefix: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(prefix + UUID().uuidString, isDirectory: true)
    }

    /// Creates a folder as a process leaves it behind.
    ///
    /// - Parameter prepare: called while the folder has another name, because tests that run at the same time remove what
    ///   was left behind.
    private static func folder(_ prepare: (URL) throws -> Void = { _ in }) throws -> URL {
        let (draft, url) = (place("draft-"), place("items-"))
        try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: false)
        try Data("content".utf8).write(to: draft.appendingPathComponent("file"))
        try prepare(draft)
        try FileManager.default.moveItem(at: draft, to: url)
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
        var lock: CInt = -1
        let used = try Self.folder { draft in
            lock = open(draft.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        }
        defer { close(lock) }
        let (target, kept) = (Self.place("items-"), Self.place("kept-"))
        try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: false)
        try Data("content".utf8).write(to: kept.appendingPathComponent("file"))
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
        let other = try Self.folder { try #require(chown($0.path, 65_534, 65_534) == 0) }
        defer { try? FileManager.default.removeItem(at: other) }
        let folder = TemporaryFolder()
        _ = try folder.enter()
        folder.leave()
        #expect(Self.exists(other.appendingPathComponent("file")))
    }
}
