import Foundation
import SystemPackage
import Testing

@testable import appex

/// Reading a log that somebody else writes and exchanges.
@Suite struct LogFollowerTests {
    @Test func `every line is read once, over the change to a new file`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "appex-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "x.log")
        var follower = LogFollower(FilePath(log.path))
        func next() throws -> [String] { try follower.next() }
        #expect(try next() == [])
        try Data("one\ntw".utf8).write(to: log)
        #expect(try next() == ["one"])
        try append("o\n", to: log)
        #expect(try next() == ["two"])
        #expect(try next() == [])
        try append("three\n", to: log)
        try FileManager.default.moveItem(at: log, to: folder.appending(path: "x.log.old"))
        #expect(try next() == ["three"])
        try Data("four\n\nfive\n".utf8).write(to: log)
        #expect(try next() == ["four", "", "five"])
    }

    private func append(_ text: String, to file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }
}
