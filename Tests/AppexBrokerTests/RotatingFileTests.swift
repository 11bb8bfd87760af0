import AppexBroker
import Foundation
import SystemPackage
import Testing

/// A log on the disk.
@Suite struct RotatingFileTests {
    private static func append(_ count: Int, _ letter: String, to file: RotatingFile) {
        let bytes = Array(String(repeating: letter, count: count).utf8)
        bytes.withUnsafeBytes { file.append($0) }
    }

    private static func content(_ path: FilePath) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path.string)), as: UTF8.self)
    }

    @Test func `one life that writes three times the limit leaves two files, neither above the limit`() throws {
        try ScratchFolder.with { (folder) throws in
            let path = folder.appending("log")
            let file = RotatingFile(path, limit: 1000)
            for letter in ["a", "b", "c"] {
                for _ in 0..<10 { Self.append(100, letter, to: file) }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted() == ["log", "log.old"])
            #expect(try Self.content(path) == String(repeating: "c", count: 1000))
            #expect(try Self.content(FilePath(path.string + ".old")) == String(repeating: "b", count: 1000))
        }
    }

    @Test func `a file is moved aside by the first write after it has reached the limit`() throws {
        try ScratchFolder.with { (folder) throws in
            let path = folder.appending("log")
            let old = FilePath(path.string + ".old")
            let file = RotatingFile(path, limit: 10)
            Self.append(9, "a", to: file)
            Self.append(1, "b", to: file)
            #expect(!FileManager.default.fileExists(atPath: old.string))
            Self.append(1, "c", to: file)
            #expect(try Self.content(old) == "aaaaaaaaab")
            #expect(try Self.content(path) == "c")
        }
    }

    @Test func `what an earlier life has written counts`() throws {
        try ScratchFolder.with { (folder) throws in
            let path = folder.appending("log")
            Self.append(10, "a", to: RotatingFile(path, limit: 10))
            Self.append(1, "b", to: RotatingFile(path, limit: 10))
            #expect(try Self.content(path) == "b")
        }
    }
}
