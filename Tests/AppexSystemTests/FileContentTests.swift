import AppexSystem
import Glibc
import SystemPackage
import Testing

@Suite struct FileContentTests {
    @Test("The beginning of a file is read up to the limit", arguments: [0, 1, 4, 5, 100])
    func prefix(limit: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("file")
            let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
            #expect(write(file.rawValue, "12345", 5) == 5)
            #expect(try FileContent.prefix(of: path, limit: limit) == Array("12345".utf8.prefix(limit)))
        }
    }

    @Test("Only regular files are read; a pipe that nobody writes to does not keep the reader waiting")
    func otherKinds() async throws {
        try await withTemporaryFolder { folder in
            let pipe = folder.appending("pipe")
            #expect(mkfifo(pipe.string, 0o600) == 0)
            for path in [pipe, folder, "/dev/zero"] {
                #expect(throws: Errno.invalidArgument) { try FileContent.prefix(of: path, limit: 10) }
            }
            #expect(throws: Errno.noSuchFileOrDirectory) {
                try FileContent.prefix(of: folder.appending("nothing"), limit: 10)
            }
        }
    }
}
