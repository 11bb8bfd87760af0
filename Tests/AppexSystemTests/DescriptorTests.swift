import AppexSystem
import Glibc
import SystemPackage
import Testing

@Suite struct DescriptorTests {
    @Test func `closes the number when the owner goes`() async {
        await #expect(processExitsWith: .success) {
            let before = try openDescriptors()
            do {
                let descriptor = try Descriptor(opening: "/dev/null", O_RDONLY)
                #expect(try openDescriptors() == before.union([descriptor.rawValue]))
            }
            #expect(try openDescriptors() == before)
        }
    }

    @Test func `leaves a released number open`() throws {
        let descriptor = try Descriptor(opening: "/dev/null", O_RDONLY)
        let number = descriptor.release()
        #expect(isOpen(number))
        close(number)
    }

    @Test func `a duplicate outlives the original`() throws {
        let original = try Descriptor(opening: "/dev/null", O_RDONLY)
        let duplicate = try original.duplicate()
        _ = consume original
        #expect(isOpen(duplicate.rawValue))
    }

    @Test func `is never inherited by another program`() throws {
        let opened = try Descriptor(opening: "/dev/null", O_RDONLY)
        #expect(fcntl(opened.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        let duplicate = try opened.duplicate()
        #expect(fcntl(duplicate.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        let pair = try PacketSocket.pair()
        #expect(fcntl(pair.first.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(pair.second.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `says why a file cannot be opened`() {
        #expect(throws: Errno.noSuchFileOrDirectory) {
            _ = try Descriptor(opening: "/nowhere/at/all", O_RDONLY)
        }
    }
}

@Suite struct DescriptorBagTests {
    @Test func `closes what nobody has taken, and only that`() async {
        await #expect(processExitsWith: .success) {
            let before = try openDescriptors()
            let kept: Descriptor?
            do {
                let bag = DescriptorBag()
                for _ in 0..<3 { bag.append(try SealedMemory.file(holding: [1].span.bytes)) }
                #expect(try openDescriptors().count == before.count + 3)
                kept = bag.take()
            }
            #expect(try openDescriptors().count == before.count + 1)
            _ = consume kept
            #expect(try openDescriptors() == before)
        }
    }

    @Test func `gives its descriptors in order`() throws {
        let first = try Descriptor(opening: "/dev/null", O_RDONLY)
        let second = try Descriptor(opening: "/dev/null", O_RDONLY)
        let numbers = [first.rawValue, second.rawValue]
        let bag = DescriptorBag(first)
        bag.append(second)
        #expect(bag.count == 2)
        #expect(bag.withNumbers { $0 } == numbers)
        for expected in numbers {
            let taken = try requireFirst(bag)
            #expect(taken.rawValue == expected)
        }
        #expect(bag.count == 0)
    }

    @Test func `moves everything into another bag, which then owns it`() async {
        await #expect(processExitsWith: .success) {
            let before = try openDescriptors()
            let empty = DescriptorBag(try SealedMemory.file(holding: [1].span.bytes))
            var moved = empty.takeAll()
            #expect(empty.count == 0)
            #expect(moved?.count == 1)
            #expect(empty.takeAll() == nil)
            moved = nil
            #expect(try openDescriptors() == before)
        }
    }
}
