import AppexPredicates
import FuzzSupport
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: 0..<10)
    func `five thousand random trees come back from their texts as they were`(seed: UInt64) throws {
        var generator = TreeGenerator(seed: seed)
        for _ in 0..<500 {
            let predicate = generator.predicate(5)
            let text = predicate.description
            let again = try Predicate(parsing: text)
            #expect(again == predicate, "seed \(seed): \(text)")
            #expect(again.description == text)
            #expect(again.hashValue == predicate.hashValue)
        }
    }

    @Test(arguments: 0..<4)
    func `random trees are evaluated and explained without a trap, and both agree`(seed: UInt64) throws {
        var generator = TreeGenerator(seed: 1000 + seed)
        for _ in 0..<500 { _ = try HostilePredicate.read(generator.predicate(4).description) }
    }

    @Test(arguments: 0..<10)
    func `samples, and thirty thousand mutations of them, are read or refused, and come back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for text in PredicateSamples.texts { accepted += try HostilePredicate.read(text) ? 1 : 0 }
        #expect(accepted > 10)
        for _ in 0..<3000 {
            var bytes = Array((PredicateSamples.texts.randomElement(using: &random) ?? "").utf8)
            for _ in 0...Int.random(in: 0..<4, using: &random) { mutate(&bytes, &random) }
            _ = try HostilePredicate.read(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func `mutations of what the fuzzer has found are read or refused, and come back`() async throws {
        let outcome = try await FuzzCorpus(of: "appex-fuzz-predicates").replay(mutations: 2_000, seed: 17) {
            try HostilePredicate.read(String(decoding: $0, as: UTF8.self))
        }
        #expect(outcome.refused > 1_000)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0..<8, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
        case 3:
            let other = Array((PredicateSamples.texts.randomElement(using: &random) ?? "").utf8)
            let place = Int.random(in: 0...other.count, using: &random)
            bytes.replaceSubrange(start..<end, with: other[place..<min(other.count, place + 20)])
        default: bytes.insert(contentsOf: (PredicateSamples.pieces.randomElement(using: &random) ?? "").utf8, at: start)
        }
    }
}
