import AppexSystem
import Glibc
import SystemPackage
import TestSupport
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

    @Test func `a whole file is read up to a limit, and nothing but a regular file`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("file")
            let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
            #expect(write(file.rawValue, "12345", 5) == 5)
            #expect(try FileContent.whole(at: path.string, limit: 5) == Array("12345".utf8))
            #expect(throws: Errno.fileTooLarge) { try FileContent.whole(at: path.string, limit: 4) }
            let link = folder.appending("link")
            #expect(symlink("/dev/zero", link.string) == 0)
            for other in [link.string, folder.string, "\(path)\0"] {
                #expect(throws: Errno.invalidArgument) { try FileContent.whole(at: other, limit: 5) }
            }
        }
    }

    @Test("A copy has the bytes of the original, and holes where it has holes")
    func copy() async throws {
        try await withTemporaryFolder { folder in
            let (path, copy) = (folder.appending("file"), folder.appending("copy"))
            let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL)
            let size = 1 << 30
            try #require(pwrite(file.rawValue, "first", 5, 0) == 5)
            try #require(pwrite(file.rawValue, "middle", 6, 512 << 20) == 6)
            try #require(ftruncate(file.rawValue, size) == 0)
            try FileContent.copy(file, to: copy)
            let written = try Descriptor(opening: copy, O_RDONLY)
            let status = try written.status()
            #expect(status.st_size == size)
            #expect(status.st_blocks < 1 << 15, "holes were filled: \(status.st_blocks) blocks")
            var bytes = [UInt8](repeating: 1, count: 8)
            #expect(pread(written.rawValue, &bytes, 8, 512 << 20) == 8 && bytes == Array("middle\0\0".utf8))
            #expect(pread(written.rawValue, &bytes, 8, 0) == 8 && bytes == Array("first\0\0\0".utf8))
        }
    }

    @Test("Nothing but a file is copied, and never over another one")
    func oddCopies() async throws {
        try await withTemporaryFolder { folder in
            let taken = folder.appending("taken")
            let file = try Descriptor(opening: taken, O_RDWR | O_CREAT | O_EXCL)
            #expect(throws: Errno.fileExists) { try FileContent.copy(file, to: taken) }
            let other = try Descriptor(opening: folder, O_RDONLY)
            #expect(throws: Errno.invalidArgument) { try FileContent.copy(other, to: folder.appending("new")) }
        }
    }

    @Test func `the steps of a copy count what it occupies, and one that throws ends it`() async throws {
        try await withTemporaryFolder { folder in
            let file = try Descriptor(opening: folder.appending("file"), O_RDWR | O_CREAT | O_EXCL)
            try #require(pwrite(file.rawValue, "first", 5, 0) == 5)
            try #require(ftruncate(file.rawValue, 1 << 30) == 0)
            var sum: Int64 = 0
            try FileContent.copy(file, to: folder.appending("copy")) { bytes throws(Errno) in sum += bytes }
            #expect((5...1 << 20).contains(sum), "\(sum)")
            #expect(throws: Errno.canceled) {
                try FileContent.copy(file, to: folder.appending("ended")) { _ throws(Errno) in throw .canceled }
            }
        }
    }
}
