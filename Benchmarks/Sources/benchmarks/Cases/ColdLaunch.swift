import AppexSandbox
import AppexSystem
import Glibc

/// From the decision to start an extension until its `beginRequest`: in the sandbox, as an object that the shared runtime opens
/// and as a program of its own, that program by posix_spawn without a sandbox, the same program in bubblewrap, and a plug-in of go-plugin until its first answer, by turns.
enum ColdLaunch: Case {
    static let name = "cold-launch"

    private static let rounds = Repetitions.of(100)
    /// What all the layers together may cost, in milliseconds.
    private static let goal = 1.5
    /// What a launch with the shared runtime may take, in milliseconds.
    private static let sharedGoal = 2.0
    /// How much longer a peer has to take.
    private static let lead = 1.0
    /// Users do not start extensions in the same moment in which others end.
    private static let pause = Duration.milliseconds(40)

    static func measure() async throws -> [Measurement] {
        let program = try ExtensionUnderTest()
        defer { program.remove() }
        let object = try ExtensionUnderTest(runtime: ExtensionUnderTest.runtime())
        defer { object.remove() }
        let launcher = try await Launcher(executable: ExtensionUnderTest.program("appex-launch"))
        let news = LaunchNews(launcher)
        try await launcher.warm(object.warmPlan)
        let bubblewrap = Peer.program("bubblewrap")
        let goPlugin = try Peer.launches("go-plugin-load")
        var times = (ours: [Int64](), shared: [Int64](), floor: [Int64](), bubblewrap: [Int64](), goPlugin: [Int64]())
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            if round == 1 { times = ([], [], [], [], []) }
            try await Task.sleep(for: pause)
            let (sandboxed, launch) = try await program.sandboxed(launcher)
            try await news.end(launch)
            times.ours.append(sandboxed.time)
            try await Task.sleep(for: pause)
            let (opened, opening) = try await object.sandboxed(launcher)
            try await news.end(opening)
            times.shared.append(opened.time)
            try await Task.sleep(for: pause)
            times.floor.append(try await ended(program.bare()))
            if let bubblewrap {
                try await Task.sleep(for: pause)
                times.bubblewrap.append(try await ended(program.wrapped(bubblewrap)))
            }
            if let goPlugin {
                try await Task.sleep(for: pause)
                times.goPlugin += try goPlugin.times(1)
            }
        }
        await launcher.end()
        return measurements(
            ours: times.ours.median, shared: times.shared.median, floor: times.floor.median,
            [("bubblewrap", times.bubblewrap), ("go-plugin, without a sandbox", times.goPlugin)])
    }

    /// Ends a process and waits until it has ended.
    private static func ended(_ started: (begun: ExtensionUnderTest.Begun, pid: Int32)) -> Int64 {
        kill(started.pid, SIGKILL)
        var status: CInt = 0
        _ = retrying { waitpid(started.pid, &status, 0) }
        return started.begun.time
    }

    private static func measurements(
        ours: Double, shared: Double, floor: Double, _ peers: [(name: String, times: [Int64])]
    ) -> [Measurement] {
        let (with, opened, without) = (ours / 1e6, shared / 1e6, floor / 1e6)
        let own = [
            Measurement(
                name: "cold launch to beginRequest, sandboxed, shared runtime", unit: "ms", ours: opened,
                floor: without,
                limit: sharedGoal, iterations: rounds),
            Measurement(
                name: "cold launch to beginRequest, sandboxed", unit: "ms", ours: with, floor: without,
                goal: (without + goal) / without, iterations: rounds),
            Measurement(
                name: "what the sandbox adds to a cold launch", unit: "ms", ours: with - without, limit: goal,
                iterations: rounds),
        ]
        // Whatever could not be built has taken no time.
        return own
            + peers.filter { !$0.times.isEmpty }.map { peer in
                Measurement(
                    name: "cold launch to beginRequest, beside \(peer.name)", unit: "ms", ours: opened,
                    peer: peer.times.median / 1e6, peerName: peer.name, lead: lead, iterations: rounds)
            }
    }
}
