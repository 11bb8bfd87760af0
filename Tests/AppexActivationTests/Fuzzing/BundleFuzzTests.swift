import FuzzSupport
import Testing

/// Replays and mutates the corpus of `appex-fuzz-bundles`, the same way in every run.
@Suite struct BundleFuzzTests {
    @Test func `no mutated file of a bundle or an index traps, and all ways of reading agree`() async throws {
        let outcome = try await FuzzCorpus(of: "appex-fuzz-bundles").replay(mutations: 1_000, seed: 11) {
            try HostileBundle.read($0)
        }
        // Changes that leave nothing well-formed would reach no further than the first check.
        #expect(outcome.accepted > 1_000 / 20)
        #expect(outcome.refused > 1_000 / 20)
    }

    @Test func `every file of the corpus that is called valid is well-formed`() async throws {
        let inputs = try FuzzCorpus(of: "appex-fuzz-bundles").inputs.filter { $0.name.hasPrefix("valid") }
        #expect(inputs.count >= 3)
        for input in inputs {
            let isAccepted = try HostileBundle.read(input.bytes)
            #expect(isAccepted, "\(input.name)")
        }
    }
}
