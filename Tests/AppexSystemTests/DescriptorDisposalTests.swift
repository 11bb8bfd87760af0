import AppexSystem
import Dispatch
import Glibc
import SystemPackage
import Testing

/// Descriptors of other processes, whose closing may wait.
@Suite struct DescriptorDisposalTests {
    /// A file system that answers only when it is told to.
    private final class SilentSystem: Sendable {
        private let began = AsyncStream<CInt>.makeStream()
        private let answers = DispatchSemaphore(value: 0)

        func close(_ number: CInt) {
            began.continuation.yield(number)
            answers.wait()
            Glibc.close(number)
        }

        /// The next descriptor whose closing has begun.
        func next() async -> CInt? {
            for await number in began.stream { return number }
            return nil
        }

        func answer() { answers.signal() }
    }

    private func file() throws -> Descriptor { try Descriptor(opening: "/dev/null", O_RDONLY) }

    private func empty(_ disposal: DescriptorDisposal) async {
        await withCheckedContinuation { done in disposal.whenEmpty { done.resume() } }
    }

    @Test func `a file is closed on another thread, and the one that destroys it does not wait`() async throws {
        let system = SilentSystem()
        let disposal = DescriptorDisposal { system.close($0) }
        let number = try file().release()
        do { _ = Descriptor(owning: number, closedBy: disposal) }
        #expect(await system.next() == number)
        #expect(disposal.count == 1)
        system.answer()
        await empty(disposal)
        #expect(disposal.count == 0)
    }

    @Test func `a disposal closes one after the other, and no other one waits for it`() async throws {
        let (silent, other) = (SilentSystem(), SilentSystem())
        let stuck = DescriptorDisposal { silent.close($0) }
        let numbers = [try file().release(), try file().release()]
        for number in numbers { stuck.close(number) }
        #expect(await silent.next() == numbers[0])
        #expect(stuck.count == 2)

        let free = DescriptorDisposal { other.close($0) }
        free.close(try file().release())
        other.answer()
        await empty(free)
        #expect(stuck.count == 2)

        silent.answer()
        #expect(await silent.next() == numbers[1])
        #expect(stuck.count == 1)
        silent.answer()
        await empty(stuck)
    }

    @Test func `as many are closed together as there are threads`() async throws {
        let system = SilentSystem()
        let disposal = DescriptorDisposal(threads: 2) { system.close($0) }
        for _ in 0..<3 { disposal.close(try file().release()) }
        let together: Set = [await system.next(), await system.next()]
        #expect(together.count == 2 && !together.contains(nil))
        #expect(disposal.count == 3)
        for _ in 0..<3 { system.answer() }
        #expect(await system.next() != nil)
        await empty(disposal)
    }

    @Test func `sockets, pipes, memory and references are closed at once`() async throws {
        let disposal = DescriptorDisposal { _ in Issue.record("a descriptor was given to a thread") }
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        var pipe: [CInt] = [-1, -1]
        try #require(Glibc.pipe(&pipe) == 0)
        let memory = try SealedMemory.file(holding: [1].span.bytes).release()
        let reference = try Descriptor(naming: "/").release()
        for number in ends + pipe + [memory, reference] { disposal.close(number) }
        #expect(disposal.count == 0)
    }

    @Test func `what is taken from a bag, copied or put into another one is closed by the bag's disposal`() async throws
    {
        let system = SilentSystem()
        let disposal = DescriptorDisposal { system.close($0) }
        let number = try file().release()
        do {
            let bag = try #require(DescriptorBag(owning: [number], closedBy: disposal).takeAll())
            let taken = try requireFirst(bag)
            let copy = try taken.duplicate()
            _ = DescriptorBag(taken)
            withExtendedLifetime(copy) {}
        }
        #expect(await system.next() != nil)
        #expect(disposal.count == 2)
        system.answer()
        system.answer()
        await empty(disposal)
    }
}
