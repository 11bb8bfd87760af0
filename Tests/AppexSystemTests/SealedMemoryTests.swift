import AppexSystem
import CAppexShims
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct SealedMemoryTests {
    private static let bytes: [UInt8] = [1, 2, 3]

    @Test(arguments: [0, 1, 65_536, 1_000_001]) func `gives back what was put in`(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try SealedMemory.file(holding: bytes.span.bytes)
        #expect(try SealedMemory.read(file, limit: count) == bytes)
    }

    @Test func `a sealed file can be neither written, grown, shrunk nor mapped for writing`() throws {
        let file = try SealedMemory.file(holding: Self.bytes.span.bytes)
        #expect(SealedMemory.isSealed(file) == true)
        var byte: UInt8 = 0
        #expect(pwrite(file.rawValue, &byte, 1, 0) == -1)
        #expect(errno == EPERM)
        #expect(ftruncate(file.rawValue, 100) == -1)
        #expect(ftruncate(file.rawValue, 1) == -1)
        let mapping = mmap(nil, 3, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
        #expect(mapping == MAP_FAILED)
        #expect(try SealedMemory.read(file, limit: 3) == Self.bytes)
    }

    /// Seal, shrink, grow and write: the bits of `F_ADD_SEALS`, each of which has to be there.
    private static let seals: [CInt] = [1, 2, 4, 8]

    private func memoryFile(sealed seals: CInt) throws -> Descriptor {
        let number = appex_memfd("appex", appex_mfd_cloexec | appex_mfd_allow_sealing)
        try #require(number >= 0)
        let file = Descriptor(owning: number)
        try #require(appex_add_seals(number, seals) == 0)
        return file
    }

    @Test(arguments: seals) func `a memory file that lacks one seal does not count as sealed`(missing: CInt) throws {
        let file = try memoryFile(sealed: Self.seals.filter { $0 != missing }.reduce(0, |))
        #expect(SealedMemory.isSealed(file) == false)
    }

    @Test func `a memory file with all seals counts as sealed, whoever made it`() throws {
        let file = try memoryFile(sealed: Self.seals.reduce(0, |))
        #expect(SealedMemory.isSealed(file) == true)
    }

    @Test func `the reader's file offset does not matter and does not move`() throws {
        let file = try SealedMemory.file(holding: Self.bytes.span.bytes)
        #expect(lseek(file.rawValue, 2, SEEK_SET) == 2)
        #expect(try SealedMemory.read(file, limit: 3) == Self.bytes)
        #expect(lseek(file.rawValue, 0, SEEK_CUR) == 2)
    }

    @Test func `a file above the limit is refused before it is read`() throws {
        let file = try SealedMemory.file(holding: Self.bytes.span.bytes)
        #expect(throws: Errno.fileTooLarge) { try SealedMemory.read(file, limit: Self.bytes.count - 1) }
        #expect(try SealedMemory.read(file, limit: Self.bytes.count) == Self.bytes)
    }

    @Test func `a file with a hole of a terabyte costs nothing`() async throws {
        try await withTemporaryFolder { folder in
            let file = try Descriptor(opening: folder.appending("huge"), O_RDWR | O_CREAT)
            #expect(ftruncate(file.rawValue, 1 << 40) == 0)
            #expect(throws: Errno.fileTooLarge) { try SealedMemory.read(file, limit: 1 << 20) }
        }
    }

    @Test func `a regular file is read, but does not count as sealed`() async throws {
        try await withTemporaryFolder { folder in
            let file = try Descriptor(opening: folder.appending("file"), O_RDWR | O_CREAT)
            #expect(write(file.rawValue, "abc", 3) == 3)
            #expect(try SealedMemory.read(file, limit: 3) == Array("abc".utf8))
            #expect(SealedMemory.isSealed(file) == false)
        }
    }

    @Test func `a pipe, a folder, a device and a socket are refused without waiting`() async throws {
        try await withTemporaryFolder { folder in
            let fifo = folder.appending("fifo")
            #expect(mkfifo(fifo.string, 0o600) == 0)
            let pair = try PacketSocket.pair()
            try refuse(try Descriptor(opening: fifo, O_RDWR))
            try refuse(try Descriptor(opening: folder, O_RDONLY))
            try refuse(try Descriptor(opening: "/dev/zero", O_RDONLY))
            try refuse(try pair.first.duplicate())
        }
    }

    private func refuse(_ file: consuming Descriptor) throws {
        let file = file
        #expect(SealedMemory.isSealed(file) == false)
        #expect(throws: Errno.invalidArgument) { try SealedMemory.read(file, limit: 1 << 20) }
    }

    @Test func `a file that cannot be read says so`() async throws {
        try await withTemporaryFolder { folder in
            let file = try Descriptor(opening: folder.appending("file"), O_WRONLY | O_CREAT)
            #expect(ftruncate(file.rawValue, 3) == 0)
            #expect(throws: Errno.invalidArgument) { try SealedMemory.read(file, limit: 3) }
        }
    }
}
