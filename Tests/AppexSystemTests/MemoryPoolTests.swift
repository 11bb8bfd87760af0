import AppexSystem
import Glibc
import SystemPackage
import Testing

@Suite struct MemoryPoolTests {
    private func content(_ bag: DescriptorBag, _ count: Int) throws -> [UInt8] {
        let file = try #require(bag.count == 1 ? bag : nil)
        guard let descriptor = file.take() else { return [] }
        return try MemoryMapping(received: descriptor, size: count).withBytes { Array($0) }
    }

    private func fill(_ loan: MemoryPool.Loan, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes { loan.fill(with: $0) }
    }

    @Test(arguments: [1, 4095, 65_537, 3_000_001]) func `the reader sees what was put in`(_ count: Int) throws {
        let bytes = Array(repeating: [UInt8](1...251), count: count / 251 + 1).joined().prefix(count) + []
        let loan = try #require(try MemoryPool().borrow(count))
        fill(loan, Array(bytes))
        #expect(try content(loan.file(), count) == Array(bytes))
    }

    @Test func `a block that was given back is filled again, and none that was not`() throws {
        let pool = MemoryPool()
        let first = try #require(try pool.borrow(100_000))
        let second = try #require(try pool.borrow(100_000))
        fill(first, [1])
        fill(second, [2])
        pool.giveBack(first)
        let third = try #require(try pool.borrow(90_000))
        fill(third, [3])
        #expect(try content(first.file(), 1) == [3], "the same block")
        #expect(try content(second.file(), 1) == [2])
    }

    @Test func `a reader can neither write, cut, extend nor map a block for writing`() throws {
        let loan = try #require(try MemoryPool().borrow(100))
        let bag = try loan.file()
        let file = try #require(bag.withNumbers { $0.first })
        var byte: UInt8 = 9
        #expect(pwrite(file, &byte, 1, 0) == -1)
        #expect(ftruncate(file, 1) == -1)
        #expect(ftruncate(file, 1 << 30) == -1)
        #expect(mmap(nil, 100, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED)
        withExtendedLifetime(bag) {}
    }

    @Test func `a reader that writes to its mapping changes nothing of the owner's`() throws {
        let loan = try #require(try MemoryPool().borrow(100))
        fill(loan, [1, 2, 3])
        guard let file = try loan.file().take() else { throw Errno.badFileDescriptor }
        let mapping = try MemoryMapping(received: file, size: 100)
        mapping.withBytes { $0[0] = 9 }
        #expect(try content(loan.file(), 3) == [1, 2, 3])
    }

    @Test func `there is an end to what a pool holds`() throws {
        let pool = MemoryPool()
        #expect(try pool.borrow(0) == nil)
        #expect(try pool.borrow(MemoryPool.byteLimit + 1) == nil)
        for _ in 0..<MemoryPool.blockLimit { #expect(try pool.borrow(1) != nil) }
        #expect(try pool.borrow(1) == nil)
    }

    @Test func `what is no fixed memory file is not mapped`() throws {
        guard let growing = try? Descriptor(opening: "/proc/self/exe", O_RDONLY) else { return }
        #expect(throws: Errno.invalidArgument) { _ = try MemoryMapping(received: growing, size: 1) }
        guard let small = try #require(try MemoryPool().borrow(1)).file().take() else { return }
        #expect(throws: Errno.invalidArgument) { _ = try MemoryMapping(received: small, size: 1 << 20) }
        #expect(throws: Errno.invalidArgument) { _ = try MemoryMapping(received: small, size: 0) }
    }

    @Test func `nothing is left of a pool and its readers`() async {
        await #expect(processExitsWith: .success) {
            let before = (try openDescriptors(), SharedMemoryAccount.mappings, SharedMemoryAccount.bytes)
            do {
                let pool = MemoryPool()
                for size in [1, 100_000, 1 << 22] {
                    guard let loan = try pool.borrow(size), let file = try loan.file().take() else { exit(1) }
                    _ = try MemoryMapping(received: file, size: size)
                    if size > 1 { pool.giveBack(loan) }
                }
            }
            #expect(try openDescriptors() == before.0)
            #expect(SharedMemoryAccount.mappings == before.1)
            #expect(SharedMemoryAccount.bytes == before.2)
        }
    }
}
