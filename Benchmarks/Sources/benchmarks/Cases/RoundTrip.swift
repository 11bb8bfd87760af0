import AppexSystem
import AppexWire
import Glibc

/// A small request and its reply between two processes, against the same number of bytes over a bare
/// socket pair, with the processes on one processor and on two. Where the scheduler puts them makes
/// more difference than anything else, so that is fixed and the same for both.
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

    private static let placements = [
        (name: "one processor", near: 0, far: 0), (name: "two processors", near: 0, far: 1),
    ]
    private static let goal = 1.7

    static func measure() async throws -> [Measurement] {
        var result: [Measurement] = []
        for placement in placements where placement.far < sysconf(CInt(_SC_NPROCESSORS_ONLN)) {
            let (output, process) = try Role.roundTripClient.start(on: placement.near, ["\(placement.far)"])
            let medians = try await RoundTripClient.result(output)
            var status: CInt = 0
            _ = retrying { waitpid(process, &status, 0) }
            for (index, caller) in Caller.allCases.enumerated() where index < medians.ours.count {
                result.append(
                    Measurement(
                        name: "request and reply, 64 B, \(placement.name), \(caller.rawValue)", unit: "us",
                        ours: medians.ours[index] / 1000, floor: medians.floor / 1000, peer: nil, peerName: nil,
                        goal: goal,
                        iterations: RoundTripClient.blocks * RoundTripClient.callsPerBlock))
            }
        }
        return result
    }
}
