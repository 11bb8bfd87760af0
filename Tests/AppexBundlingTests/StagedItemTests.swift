import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import appex

/// Copying what an extension has returned.
@Suite struct StagedItemTests {
    /// Calls `body` with an empty target folder and a source of 20 bytes.
    private func withFolders(isFolder: Bool = false, _ body: (_ target: URL, _ source: URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "appex-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (target, source) = (folder.appending(path: "target"), folder.appending(path: "source"))
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        if isFolder {
            try FileManager.default.createDirectory(
                at: source.appending(path: "inner"), withIntermediateDirectories: true)
        }
        let file = isFolder ? source.appending(path: "inner/file") : source
        try Data(repeating: 7, count: 20).write(to: file)
        try body(target, source)
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `a file has no name until it is placed, and does not replace another unless asked to`() throws {
        try withFolders { target, source in
            let item = try StagedItem(source, in: FilePath(target.path), isUnnamed: true) { _ throws(Errno) in }
            #expect(try names(target).isEmpty)
            let new = FilePath(target.appending(path: "new").path)
            try item.place(at: new, replacing: false)
            #expect(try names(target) == ["new"])
            #expect(try Data(contentsOf: target.appending(path: "new")).count == 20)
            let other = try StagedItem(source, in: FilePath(target.path), isUnnamed: true) { _ throws(Errno) in }
            #expect(throws: Errno.fileExists) { try other.place(at: new, replacing: false) }
            try other.place(at: new, replacing: true)
            #expect(try names(target) == ["new"])
        }
    }

    @Test(arguments: [(false, true), (false, false), (true, false)])
    func `a copy that its step ends leaves nothing behind`(isFolder: Bool, isUnnamed: Bool) throws {
        try withFolders(isFolder: isFolder) { (target: URL, source: URL) throws in
            #expect(throws: Errno.canceled) {
                _ = try StagedItem(source, in: FilePath(target.path), isUnnamed: isUnnamed) { _ throws(Errno) in
                    throw .canceled
                }
            }
            #expect(try names(target).isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `a file or folder with a staging name gets its final name, or is discarded`(isFolder: Bool) throws {
        try withFolders(isFolder: isFolder) { target, source in
            func stage() throws -> StagedItem {
                try StagedItem(source, in: FilePath(target.path), isUnnamed: false) { _ throws(Errno) in }
            }
            try stage().discard()
            #expect(try names(target).isEmpty)
            try stage().place(at: FilePath(target.appending(path: "new").path), replacing: false)
            #expect(try names(target) == ["new"])
            let file = target.appending(path: isFolder ? "new/inner/file" : "new")
            #expect(try Data(contentsOf: file) == Data(repeating: 7, count: 20))
            let other = try stage()
            #expect(throws: Errno.fileExists) {
                try other.place(at: FilePath(target.appending(path: "new").path), replacing: false)
            }
        }
    }
}
