import AppexSystem
@testable import AppexWire
import Glibc
import SystemPackage
import Testing

/// What waits for a peer that has no room.
@Suite struct BacklogTests {
    private static func entry(bytes: Int = 1, descriptors: Int = 0) throws -> Backlog.Entry {
        let bag = DescriptorBag()
        for _ in 0..<descriptors { bag.append(try Descriptor(opening: "/dev/null", O_RDONLY)) }
        return Backlog.Entry(packet: [UInt8](repeating: 0, count: bytes), descriptors: descriptors > 0 ? bag : nil)
    }

    @Test func `descriptors count until their packet has gone, and then no more`() throws {
        var backlog = Backlog()
        for _ in 0..<WireLimits.backlogDescriptors / 4 { try backlog.append(Self.entry(descriptors: 4)) }
        #expect(throws: WireError.self) { try backlog.append(Self.entry(descriptors: 1)) }
        try backlog.append(Self.entry())
        // Several times as many as may wait at once, one after the other.
        for _ in 0..<WireLimits.backlogDescriptors {
            backlog.removeFirst()
            try backlog.append(Self.entry(descriptors: 4))
            #expect(throws: WireError.self) { try backlog.append(Self.entry(descriptors: 1)) }
            if backlog.first?.descriptors == nil { backlog.removeFirst() }
        }
    }

    @Test func `bytes count with their overhead until their packet has gone, and then no more`() throws {
        var backlog = Backlog()
        let half = WireLimits.backlogBytes / 2 - WireLimits.backlogOverhead
        try backlog.append(Self.entry(bytes: half))
        try backlog.append(Self.entry(bytes: half))
        #expect(throws: WireError.self) { try backlog.append(Self.entry(bytes: 0)) }
        for _ in 0..<4 {
            backlog.removeFirst()
            #expect(throws: WireError.self) { try backlog.append(Self.entry(bytes: half + 1)) }
            try backlog.append(Self.entry(bytes: half))
        }
        backlog.removeFirst()
        backlog.removeFirst()
        #expect(backlog.isEmpty)
    }
}
