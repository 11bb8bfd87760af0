import AppexSystem
import Foundation
import SystemPackage
import Testing

@Suite(.timeLimit(.minutes(30))) struct FolderWatchTests {
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

    enum Loss: CaseIterable {
        case removal, renaming, removalOfTheFolder, renamingOfTheFolder
    }

    @Test(arguments: Loss.allCases)
    func `the loss of a name after the last look is told`(loss: Loss) async throws {
        let files = FileManager.default
        let parent = files.temporaryDirectory.appending(path: "appex-\(UUID().uuidString)")
        let folder = parent.appending(path: "folder")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: parent) }
        let file = folder.appending(path: "a")
        if [.removal, .renaming].contains(loss) { try Data("old".utf8).write(to: file) }
        var looks = 0
        for await _ in try FolderWatch.removals(from: FilePath(folder.path)) {
            looks += 1
            guard looks == 1 else { break }
            switch loss {
            case .removal: try files.removeItem(at: file)
            case .renaming: try files.moveItem(at: file, to: parent.appending(path: "b"))
            case .removalOfTheFolder: try files.removeItem(at: folder)
            case .renamingOfTheFolder: try files.moveItem(at: folder, to: parent.appending(path: "b"))
            }
        }
        #expect(looks == 2)
    }

    @Test func `a folder that is not there is an error`() {
        #expect(throws: Errno.noSuchFileOrDirectory) { _ = try FolderWatch.changes(in: "/nonexistent/folder") }
    }
}
