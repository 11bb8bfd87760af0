/// A small request and its reply between two processes, against the same number of bytes over a bare
/// socket pair, with the processes on one processor and on two.
enum RoundTrip: Case {
    static let name = "round-trip"

    /// Bytes of the body.
    static let size = 64

    /// How the near end calls.
    enum Caller: String, CaseIterable {
        /// With a completion on the loop's thread.
        case completion
        /// `await` in a task that runs on the loop's thread.
        case onLoop = "await on the loop"
        /// `await` in an ordinary task.
        case ordinary = "await in a task"
    }

    private static let goal = 1.7

    static func measure() async throws -> [Measurement] {
        var result: [Measurement] = []
        for placement in Placement.all {
            let medians = try await Medians.of(.roundTripClient, placement).map { $0 / 1000 }
            for (caller, ours) in zip(Caller.allCases, medians.dropFirst()) {
                result.append(
                    Measurement(
                        name: "request and reply, 64 B, \(placement.name), \(caller.rawValue)", unit: "us", ours: ours,
                        floor: medians[0], goal: goal,
                        iterations: RoundTripClient.blocks * RoundTripClient.callsPerBlock))
            }
        }
        return result
    }
}
