import FuzzSupport
import Testing

/// Replays and mutates the corpus of `appex-fuzz-http`, the same way in every run.
@Suite struct TrafficFuzzTests {
    @Test func `the meter and the server behind it see the same requests and frames in mutated traffic`() async throws {
        let outcome = try await FuzzCorpus(of: "appex-fuzz-http").replay(mutations: 2_000, seed: 12) {
            try await HostileTraffic.read($0)
        }
        // Changes that leave nothing well-formed would reach no further than the first check.
        #expect(outcome.accepted > 2_000 / 20)
        #expect(outcome.refused > 2_000 / 20)
    }

    @Test func `every file of the corpus that is called valid is well-formed`() async throws {
        let inputs = try FuzzCorpus(of: "appex-fuzz-http").inputs.filter { $0.name.hasPrefix("valid") }
        #expect(inputs.count >= 3)
        for input in inputs {
            let isAccepted = try await HostileTraffic.read(input.bytes)
            #expect(isAccepted, "\(input.name)")
        }
    }
}
