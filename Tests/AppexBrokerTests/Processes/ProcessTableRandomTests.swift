import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import FuzzSupport
import Testing

@testable import AppexBroker
@testable import AppexSandbox

/// Random events in random order keep the promises of the process table.
@Suite struct ProcessTableRandomTests {
    private static let eventsPerRun = 4_000

    /// Thirty runs of 4,000 events each.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `no order of events breaks a promise, and everything ends`(seed: UInt64) throws {
        var run = RandomRun(seed: seed)
        for _ in 0..<Self.eventsPerRun {
            run.step()
            if !run.bench.violations.isEmpty { break }
        }
        run.finish()
        #expect(run.bench.violations == [], "after \(run.log.suffix(12))")
        // Every session that was opened has ended exactly once, every process has been released, and nothing is left.
        #expect(run.bench.openSessions.isEmpty && run.bench.ends.values.allSatisfy { $0 == 1 })
        #expect(run.bench.table.processes.isEmpty && run.bench.unreleased.isEmpty && run.bench.timers.isEmpty)
        #expect(run.bench.table.pendingLaunches.isEmpty && run.bench.table.earlyFailures.isEmpty)
        // The events were not all refused.
        #expect(run.bench.released.count > 30 && run.bench.ends.count > 100)
        #expect(run.phases.isSuperset(of: [.starting, .running, .quiescing, .ending]))
    }
}

/// A sequence of random events, each of them one that can happen.
private struct RandomRun {
    var bench: TableBench
    var log: [String] = []
    var phases: Set<LiveProcess.Phase> = []
    private var random: SeededGenerator
    private var launcher: UInt64 = 1
    /// Processes that the launcher is being asked for.
    private var unnamed: [ProcessNumber] = []
    private var grants: UInt64 = 0

    private let appexes = [
        InstalledAppex.test("One"), .test("Two"), .test("One", build: 2), .test("Single", wantsProcessPerRequest: true),
        .test("Other", app: "org.example.Other"),
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var parking = ParkingLimits()
        parking.perDevice = 5
        parking.perHost = 2
        bench = TableBench(parking: parking, backsOff: seed.isMultiple(of: 2))
    }

    mutating func step() {
        bench.now += .milliseconds(Int.random(in: 0...200, using: &random))
        let number = bench.table.processes.keys.sorted().randomElement(using: &random)
        let event = Int.random(in: 0..<24, using: &random)
        if log.count > 40 { log.removeFirst(20) }
        log.append("\(event) of \(number.map { "\($0)" } ?? "none")")
        switch event {
        case 0...3: open(isParked: event == 3)
        case 4, 5: nameOne()
        case 6: useParked()
        case 7: setRules()
        case 8...10:
            bench.fireNext(
                isGreeted: .random(using: &random), isMemoryShort: Int.random(in: 0..<8, using: &random) == 0)
        default: if let number { change(number, event) }
        }
        phases.formUnion(bench.table.processes.values.map(\.phase))
    }

    private var client: UInt64 { mutating get { .random(in: 1...3, using: &random) } }

    private mutating func open(isParked: Bool) {
        guard let appex = appexes.randomElement(using: &random) else { return }
        let client = client
        if isParked, bench.table.isParkingUseless(appex, client: ClientNumber(rawValue: client)) { return }
        if !isParked, let joined = bench.table.joinable(appex) {
            if bench.table.processes[joined]?.isParked != false {
                bench.violations.append("\(joined) is parked and joinable")
            }
            if (try? bench.table.checkRoom(for: appex, in: joined)) != nil { bench.open(in: joined, client: client) }
            return
        }
        let openRequests = Int.random(in: 1...4, using: &random)
        let isQuick = Int.random(in: 0..<8, using: &random) == 0
        guard
            let number = try? bench.start(
                appex,
                {
                    $0.openRequests = openRequests
                    $0.requestTime = .seconds(20)
                    if isQuick { $0.lingerTime = .zero }
                })
        else { return }
        unnamed.append(number)
        bench.open(in: number, client: client, isParked: isParked)
        if isParked { bench.apply { $0.giveUpSurplus(of: ClientNumber(rawValue: client)) } }
    }

    private mutating func nameOne() {
        guard let number = unnamed.indices.randomElement(using: &random).map({ unnamed.remove(at: $0) }) else { return }
        let isWanted = bench.name(number, by: LauncherNumber(rawValue: launcher))
        if isWanted != (bench.table.processes[number] != nil) { bench.violations.append("\(number) is wrongly wanted") }
    }

    private mutating func useParked() {
        guard let process = bench.table.processes.values.filter(\.isParked).min(by: { $0.number < $1.number }),
            let (session, given) = process.sessions.first
        else { return }
        bench.apply { [now = bench.now] in
            _ = $0.use(session, client: given.client, summary: RequestSummary(), at: now)
        }
    }

    private mutating func setRules() {
        let app = BundleIdentifier.test("org.example.App")
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bench.apply { $0.remove(application: app) }
        case 1, 2: bench.apply { $0.allow(application: app) }
        case 3: bench.apply { $0.giveUpParked { $0.displayName == "Two" } }
        default:
            let client = ClientNumber(rawValue: client)
            bench.apply { $0.closeAll(client: client) }
        }
    }

    private mutating func change(_ number: ProcessNumber, _ event: Int) {
        guard let process = bench.table.processes[number] else { return }
        let session = process.sessions.keys.sorted().randomElement(using: &random)
        let client = session.flatMap { process.sessions[$0]?.client } ?? ClientNumber(rawValue: client)
        let now = bench.now
        // What leads to states that are seldom reached otherwise.
        if process.launch != nil, process.pid == 0, Bool.random(using: &random) {
            return bench.apply { $0.programStarted(number, pid: 7, initPid: 1) }
        }
        if let round = process.suspension?.round, process.phase == .quiescing, Bool.random(using: &random) {
            return bench.apply { $0.suspensionAnswered(.isReady, round, of: number) }
        }
        switch event {
        case 11 where process.launch != nil && process.pid == 0:
            bench.apply { $0.programStarted(number, pid: 7, initPid: 1, isControlClosed: false) }
        case 12, 13: if let session { bench.apply { _ = $0.answered(session, client: client) } }
        case 14, 15, 16:
            let isAbandoned = event == 16
            if let session { bench.apply { _ = $0.close(session, client: client, abandoned: isAbandoned) } }
        case 17:
            if let session {
                bench.apply { _ = $0.abandon(session, client: client, .hungUp, detail: "", at: now) }
            }
        case 18:
            if let round = process.suspension?.round {
                bench.apply { $0.suspensionAnswered(.isReady, round, of: number) }
            }
        case 19 where Int.random(in: 0..<4, using: &random) == 0:
            bench.apply { $0.controlClosed(of: number) }
        case 20 where Int.random(in: 0..<4, using: &random) == 0:
            bench.apply { $0.stop(number, .brokenControl("")) }
        case 21 where process.phase == .ending && process.launch != nil:
            bench.apply { $0.endOrdered(of: number) }
            bench.apply { $0.launcherAnswered(about: number, isInKernel: true) }
        case 22 where process.launch != nil && (process.isLeaving || Int.random(in: 0..<4, using: &random) == 0):
            let isCrash = Bool.random(using: &random)
            bench.exit(number, isCrash ? .signaled(11) : .stopped)
            if isCrash { bench.apply { $0.noteCrash(of: process.appex, report: nil, at: now) } }
        case 23 where Int.random(in: 0..<60, using: &random) == 0:
            let ended = LauncherNumber(rawValue: launcher)
            launcher += 1
            bench.apply { $0.launcherEnded(ended) }
        default:
            guard let session, let file = GrantedFile(number: grants, name: "f") else { return }
            grants += 1
            let key = LiveProcess.GrantKey(device: 0, file: grants, name: "f")
            bench.apply { _ = $0.noteGrant(file, key, of: session, in: number) }
        }
    }

    /// Lets everything end that can: the clients go, timers fire, and what was killed exits.
    mutating func finish() {
        while !unnamed.isEmpty { nameOne() }
        for client in 1...3 as ClosedRange<UInt64> {
            bench.apply { $0.closeAll(client: ClientNumber(rawValue: client)) }
        }
        for _ in 0..<10_000 where !bench.table.processes.isEmpty {
            for process in bench.table.processes.values where process.isLeaving { bench.exit(process.number) }
            bench.fireNext(isGreeted: false)
        }
    }
}
