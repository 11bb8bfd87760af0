import AppexProtocol
import AppexWire
import FuzzSupport
import Testing

/// Over a million mutated frames, the same ones in every run.
@Suite struct FuzzTests {
    private static let shards = 8
    private static let framesPerShard = 130_000

    @Test(arguments: 0..<shards)
    func `no mutated frame traps, and what can be read is written and read again as the same`(_ shard: Int) throws {
        var mutator = Mutator(seed: UInt64(shard) + 1)
        let packets = Samples.packets
        var accepted = 0
        for iteration in 0..<Self.framesPerShard {
            let packet = packets[mutator.number(below: packets.count)]
            let other = packets[mutator.number(below: packets.count)]
            let mutated = mutator.mutate(packet, headerBytes: Frame.headerBytes, other: other)
            do {
                if try mutated.withUnsafeBytes(HostileBytes.read) { accepted += 1 }
            } catch {
                Issue.record("shard \(shard), frame \(iteration): \(error) \(mutated)")
                return
            }
        }
        // A mutator that only makes rubbish would find nothing, and neither would one that changes nothing.
        #expect(accepted > Self.framesPerShard / 20)
        #expect(accepted < Self.framesPerShard * 19 / 20)
    }

    @Test func `nothing that the fuzzer has found, and no mutation of it, breaks a reader`() async throws {
        let outcome = try await FuzzCorpus(of: "appex-fuzz").replay(mutations: 20_000, seed: 18) { packet in
            try packet.withUnsafeBytes(HostileBytes.read)
        }
        #expect(outcome.refused > 10_000)
    }

    @Test func `the samples themselves are well-formed, and there is one of every message`() throws {
        for packet in Samples.packets {
            let accepted = try packet.withUnsafeBytes(HostileBytes.read)
            #expect(accepted, "\(packet)")
        }
        #expect(Set(Samples.messages.map(\.code)) == Set(MessageCatalogue.all.map(\.code)))
    }
}
