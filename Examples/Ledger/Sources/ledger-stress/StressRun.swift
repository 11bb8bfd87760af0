import LedgerStore
import OpenFoundation

/// One run: starts the writers, kills some of them, and checks what they have written.
struct StressRun {
    private let plan: StressPlan
    private let place: StressPlace
    private var random: SeededGenerator
    private var running: [WriterProcess] = []
    private var report: StressReport
    private var started = 0

    /// The milliseconds between two kills.
    private static let pauses = 20...200

    init(_ plan: StressPlan) {
        self.plan = plan
        let folder =
            plan.folder ?? FileManager.default.temporaryDirectory.appending(path: "ledger-stress-\(UUID().uuidString)")
        place = StressPlace(folder: folder)
        random = SeededGenerator(state: plan.seed)
        report = StressReport(plan, place)
    }

    /// Runs it.
    ///
    /// - Throws: an error for which nothing could be tried.
    mutating func run() throws -> StressReport {
        try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
        defer {
            // What is wrong is kept, to be looked at.
            if plan.folder == nil, report.failures.isEmpty { try? FileManager.default.removeItem(at: place.folder) }
        }
        guard try place.ledger.entries().isEmpty else {
            throw UsageError("\(place.folder.path) contains a ledger already.")
        }
        // The defaults of this process are those of its writers.
        setenv("XDG_CONFIG_HOME", place.configuration.path, 1)
        defer { for process in running { process.kill() } }
        for _ in 0..<plan.writers { running.append(try start()) }
        let began = ContinuousClock.now
        try disturb(until: began + .seconds(plan.seconds))
        report.elapsed = .now - began
        for process in running { process.close() }
        for process in running { finish(process, killed: false) }
        running = []
        report.check()
        return report
    }

    private mutating func start() throws -> WriterProcess {
        started += 1
        return try WriterProcess(author: "writer-\(started)", place: place)
    }

    /// Kills and replaces processes, or only looks at the ledger, until the time is over.
    private mutating func disturb(until end: ContinuousClock.Instant) throws {
        while ContinuousClock.now < end {
            let pause = Duration.milliseconds(Int.random(in: Self.pauses, using: &random))
            Thread.sleep(forTimeInterval: min(pause, end - .now) / .seconds(1))
            let victim = Int.random(in: running.indices, using: &random)
            let process = running[victim]
            guard process.isRunning else {
                // Its failure is reported when all processes are waited for.
                return
            }
            guard plan.kills, ContinuousClock.now < end else { continue }
            process.kill()
            report.kills += 1
            finish(process, killed: true)
            running[victim] = try start()
        }
    }

    private mutating func finish(_ process: WriterProcess, killed: Bool) {
        let (said, isFine) = process.wait(killed: killed)
        if !isFine { report.failures.append("\(process.author) has failed, or did not end in time") }
        report.take(said, of: process.author)
    }
}
