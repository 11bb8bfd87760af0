import AppexSystem
import Foundation
import SystemPackage
import Testing

@Suite(.timeLimit(.minutes(3))) struct FolderWatchTests {
    enum Change: CaseIterable {
        case create, write, rename
    }

    @Test(arguments: Change.allCases)
    func `a change after the last look is told`(change: Change) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "appex-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a")
        if change != .create { try Data("old".utf8).write(to: file) }
        var looks = 0
        for await _ in try FolderWatch.changes(in: FilePath(folder.path)) {
            looks += 1
            guard looks == 1 else { break }
            switch change {
            case .create: try Data("new".utf8).write(to: file)
            case .write:
                let handle = try FileHandle(forWritingTo: file)
                try handle.write(contentsOf: Data("new".utf8))
                try handle.close()
            case .rename: try FileManager.default.moveItem(at: file, to: folder.appending(path: "b"))
            }
        }
        #expect(looks == 2)
    }

    @Test func `a folder that is not there is an error`() {
        #expect(throws: Errno.noSuchFileOrDirectory) { _ = try FolderWatch.changes(in: "/nonexistent/folder") }
    }
}
