import FuzzSupport
import Testing

/// Replays and mutates the corpus of `appex-fuzz-terminal`, the same way in every run.
@Suite struct TerminalFuzzTests {
    private static let program = "appex-fuzz-terminal"

    @Test func `no mutated input of a terminal traps, and it means the same however it is cut`() async throws {
        let outcome = try await FuzzCorpus(of: Self.program).replay(mutations: 1_000, seed: 15) {
            try HostileTerminalInput.read($0)
        }
        #expect(outcome.accepted > 500)
    }

    @Test func `every file of the corpus that is called valid is well-formed`() throws {
        let inputs = try FuzzCorpus(of: Self.program).inputs.filter { $0.name.hasPrefix("valid") }
        #expect(inputs.count >= 3)
        for input in inputs {
            #expect(try HostileTerminalInput.read(input.bytes), "\(input.name)")
        }
    }
}
