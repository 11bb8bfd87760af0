import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import AppexBroker

@Suite struct RecoveryMarkTests {
    @Test func `a mark is there until it is taken`() async throws {
        try await withTemporaryFolder { folder in
            let mark = RecoveryMark(folder.appending("mark"))
            #expect(!mark.take())
            mark.leave()
            mark.leave()
            #expect(mark.take())
            #expect(!mark.take())
        }
    }

    @Test func `a pipe in the place of the mark is replaced, and not opened`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("mark")
            #expect(mkfifo(path.string, 0o600) == 0)
            // With both ends here, opening the pipe in `leave` would not block this test.
            let pipe = open(path.string, O_RDWR | O_CLOEXEC)
            defer { close(pipe) }
            RecoveryMark(path).leave()
            var status = stat()
            #expect(lstat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
        }
    }

    @Test func `a link in the place of the mark is replaced, and not followed`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("mark")
            #expect(symlink(folder.appending("target").string, path.string) == 0)
            RecoveryMark(path).leave()
            #expect(!FileManager.default.fileExists(atPath: folder.appending("target").string))
            var status = stat()
            #expect(lstat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
        }
    }

    @Test(arguments: [true, false])
    func `a folder in the place of the mark is a mark, and is removed if it is empty`(_ isEmpty: Bool) async throws {
        try await withTemporaryFolder { folder in
            let (path, entry) = (folder.appending("mark"), folder.appending("mark/entry"))
            #expect(mkdir(path.string, 0o700) == 0 && (isEmpty || mkdir(entry.string, 0o700) == 0))
            let mark = RecoveryMark(path)
            mark.leave()
            #expect(mark.take())
            #expect(mark.take() == !isEmpty)
            if !isEmpty { #expect(rmdir(entry.string) == 0 && rmdir(path.string) == 0) }
        }
    }
}
