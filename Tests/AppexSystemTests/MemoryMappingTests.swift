import AppexSystem
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Copies of files that another process has sent. What is held counts for the whole process, so one test at a time.
@Suite(.serialized) struct MemoryMappingTests {
    private static let gigabyte = 1 << 30

    private static func file(_ folder: FilePath, size: Int) throws -> Descriptor {
        let file = try Descriptor(opening: folder.appending("file"), O_RDWR | O_CREAT)
        try #require(ftruncate(file.rawValue, off_t(size)) == 0)
        return file
    }

    /// The memory that this process has in use, in bytes.
    private static func used() throws -> Int {
        let text = try String(contentsOfProcFile: "/proc/self/statm")
        return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
    }

    @Test func `a copy holds the bytes of the file, and those of its holes are zero`() async throws {
        try await withTemporaryFolder { folder in
            let file = try Self.file(folder, size: 3 << 20)
            #expect(pwrite(file.rawValue, "abc", 3, 1 << 20) == 3)
            #expect(pwrite(file.rawValue, "z", 1, (3 << 20) - 1) == 1)
            let copy = try MemoryMapping(copying: file, limit: 3 << 20)
            copy.withBytes { bytes in
                #expect(bytes.count == 3 << 20)
                #expect(Array(bytes[(1 << 20)..<(1 << 20) + 4]) == Array("abc".utf8) + [0])
                #expect(bytes.first == 0 && bytes.last == UInt8(ascii: "z"))
                #expect(bytes.count { $0 != 0 } == 4)
            }
        }
    }

    @Test func `a file of as many bytes as the limit is copied, and one of a byte more is not`() async throws {
        try await withTemporaryFolder { folder in
            let file = try Self.file(folder, size: 4097)
            #expect(throws: Errno.fileTooLarge) { try MemoryMapping(copying: file, limit: 4096) }
            #expect(try MemoryMapping(copying: file, limit: 4097).bytes.count == 4097)
        }
    }

    @Test func `a file without content, a pipe and a folder are refused`() async throws {
        try await withTemporaryFolder { folder in
            let empty = try Self.file(folder, size: 0)
            #expect(throws: Errno.invalidArgument) { try MemoryMapping(copying: empty, limit: 1) }
            let directory = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
            #expect(throws: Errno.invalidArgument) { try MemoryMapping(copying: directory, limit: 1 << 20) }
        }
    }

    @Test(arguments: ["/proc/self/status", "/sys/devices/system/cpu/online"])
    func `files that the kernel makes up are refused`(path: String) throws {
        let file = try Descriptor(opening: FilePath(path), O_RDONLY)
        #expect(throws: Errno.invalidArgument) { try file.receivedFileSize() }
    }

    @Test func `no more of a result is read than there is room for`() throws {
        let memory = try ResultMemory(size: 10)
        #expect(try memory.read(size: 10).count == 10)
        #expect(throws: Errno.invalidArgument) { try memory.read(size: 11) }
    }

    @Test func `four sparse gigabytes take next to no memory, and the fifth is refused until one is let go`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let before = (SharedMemoryAccount.mappings, SharedMemoryAccount.bytes)
            let room = MemoryMapping.limit - before.1
            let file = try Self.file(folder, size: Self.gigabyte)
            let used = try Self.used()
            var copies = try (0..<room / Self.gigabyte).map { _ in
                try MemoryMapping(copying: file, limit: Self.gigabyte)
            }
            #expect(try Self.used() - used < 64 << 20)
            #expect(SharedMemoryAccount.bytes == before.1 + copies.count * Self.gigabyte)
            #expect(throws: Errno.noMemory) { try MemoryMapping(copying: file, limit: Self.gigabyte) }
            copies.removeLast()
            copies.append(try MemoryMapping(copying: file, limit: Self.gigabyte))
            copies = []
            #expect(SharedMemoryAccount.mappings == before.0 && SharedMemoryAccount.bytes == before.1)
        }
    }
}

extension String {
    /// A file of /proc, which claims to be empty.
    fileprivate init(contentsOfProcFile path: String) throws {
        let file = try Descriptor(opening: FilePath(path), O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file.rawValue, &bytes, bytes.count)
        self.init(decoding: bytes.prefix(Swift.max(0, count)), as: UTF8.self)
    }
}
