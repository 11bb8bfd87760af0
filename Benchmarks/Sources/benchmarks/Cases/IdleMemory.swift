import AppexSandbox

/// The private memory of an extension that has begun and ended its request and waits for the next.
enum IdleMemory: Case {
    static let name = "idle-memory"

    /// Two of the same program, as its pages then are shared, which they are not with one.
    private static let processes = 2
    /// Mebibytes, of a program of its own and of an object of the shared runtime.
    private static let goal = 2.0
    private static let sharedGoal = 1.5

    static func measure() async throws -> [Measurement] {
        let own = try await measure(ExtensionUnderTest(), "", goal: goal)
        let runtime = try ExtensionUnderTest.runtime()
        return own + (try await measure(ExtensionUnderTest(runtime: runtime), ", shared runtime", goal: sharedGoal))
    }

    private static func measure(
        _ program: ExtensionUnderTest, _ kind: String, goal: Double
    ) async throws -> [Measurement] {
        defer { program.remove() }
        let launcher = try await Launcher(executable: ExtensionUnderTest.program("appex-launch"))
        let news = LaunchNews(launcher)
        if let plan = program.warmPlan { try await launcher.warm(plan) }
        var running: [(begun: ExtensionUnderTest.Begun, pid: Int32)] = []
        for _ in 0..<processes {
            let (begun, launch) = try await program.sandboxed(launcher)
            running.append((begun, try await news.pid(of: launch)))
        }
        let amounts = try running.map { try ProcessMemory(of: $0.pid) }
        withExtendedLifetime(running) {}
        await launcher.end()
        return [
            Measurement(
                name: "private memory of an idle extension\(kind)", unit: "MiB", ours: amounts.map(\.all).median / 1024,
                limit: goal,
                iterations: processes),
            Measurement(
                name: "of that, written pages\(kind)", unit: "MiB", ours: amounts.map(\.dirty).median / 1024,
                iterations: processes),
        ]
    }
}
