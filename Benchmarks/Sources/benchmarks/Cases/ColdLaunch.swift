import AppexSandbox
import AppexSystem
import Glibc

/// From the decision to start an extension until its `beginRequest`: in the sandbox, and the same
/// program by posix_spawn without one, by turns.
enum ColdLaunch: Case {
    static let name = "cold-launch"

    private static let rounds = 100
    /// What all the walls together may cost, in milliseconds.
    private static let goal = 1.5

    static func measure() async throws -> [Measurement] {
        let program = try ExtensionUnderTest()
        defer { program.remove() }
        let launcher = try await Launcher(executable: ExtensionUnderTest.program("appex-launch"))
        let news = LaunchNews(launcher)
        var ours: [Int64] = []
        var floor: [Int64] = []
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            let (sandboxed, launch) = try await program.sandboxed(launcher)
            try await news.end(launch)
            let (bare, pid) = try await program.bare()
            kill(pid, SIGKILL)
            var status: CInt = 0
            _ = retrying { waitpid(pid, &status, 0) }
            guard round > 0 else { continue }
            ours.append(sandboxed.time)
            floor.append(bare.time)
        }
        await launcher.end()
        let (with, without) = (ours.median / 1e6, floor.median / 1e6)
        return [
            Measurement(
                name: "cold launch to beginRequest, sandboxed", unit: "ms", ours: with, floor: without,
                goal: (without + goal) / without, iterations: rounds),
            Measurement(
                name: "what the sandbox adds to a cold launch", unit: "ms", ours: with - without, limit: goal,
                iterations: rounds),
        ]
    }
}
