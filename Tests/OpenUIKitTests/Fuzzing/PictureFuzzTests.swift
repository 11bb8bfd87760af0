import FuzzSupport
import Testing

/// Replays and mutates the corpus of `appex-fuzz-pictures`, the same way in every run.
@Suite struct PictureFuzzTests {
    @Test func `no mutated picture traps, and hosts and extensions see the same size`() async throws {
        let outcome = try await FuzzCorpus(of: "appex-fuzz-pictures").replay(mutations: 20_000, seed: 14) {
            try HostilePicture.read($0)
        }
        // Changes that leave nothing well-formed would reach no further than the first check.
        #expect(outcome.accepted > 20_000 / 20)
        #expect(outcome.refused > 20_000 / 20)
    }

    @Test func `every file of the corpus that is called valid is well-formed`() async throws {
        let inputs = try FuzzCorpus(of: "appex-fuzz-pictures").inputs.filter { $0.name.hasPrefix("valid") }
        #expect(inputs.count >= 3)
        for input in inputs {
            let isAccepted = try HostilePicture.read(input.bytes)
            #expect(isAccepted, "\(input.name)")
        }
    }
}
