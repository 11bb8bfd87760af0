import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import Testing

@testable import AppexBroker
@testable import AppexSandbox

/// The promises of the process table, one by one: races, deadlines and exact bounds.
@Suite struct ProcessTableTests {
    // MARK: Starting

    @Test func `256 processes are admitted, and the next one is refused until one has ended`() throws {
        var bench = TableBench()
        for number in 1...ProcessTable.processLimit { _ = try bench.start(.test("E\(number)")) }
        #expect(ProcessTable.processLimit == 256 && bench.table.processes.count == 256)
        #expect(throws: RemoteFailure.self) { try bench.start(.test("More")) }
        bench.exit(ProcessNumber(rawValue: 1))
        #expect(throws: Never.self) { try bench.start(.test("More")) }
    }

    @Test func `four stuck processes of one extension keep it from being started, and no other one`() throws {
        var bench = TableBench()
        for count in 0..<4 {
            let admitted = Result { try bench.running() }
            #expect(throws: Never.self, "with \(count) stuck") { try admitted.get() }
            bench.makeStuck(try admitted.get().0)
        }
        #expect(throws: RemoteFailure.self) { try bench.start() }
        #expect(throws: Never.self) { try bench.start(.test("Two")) }
    }

    @Test func `with 32 stuck processes on the device those that have one are not started`() throws {
        var bench = TableBench()
        for number in 0..<31 { bench.makeStuck(try bench.running(.test("E\(number)")).0) }
        let last = try bench.running(.test("E0")).0
        bench.makeStuck(last)
        #expect(throws: RemoteFailure.self) { try bench.start(.test("E1")) }
        #expect(throws: Never.self) { try bench.start(.test("New")) }
        bench.exit(last)
        #expect(throws: Never.self) { try bench.start(.test("E1")) }
    }

    @Test func `the third crash in a row delays the next start by a second, and an answer makes it good`() throws {
        var bench = TableBench()
        for _ in 0..<3 { bench.apply { [now = bench.now] in $0.noteCrash(of: .test(), report: "r", at: now) } }
        let refusal = #expect(throws: RemoteFailure.self) { try bench.start() }
        #expect(refusal?.code == FailureCode.crashedRepeatedly && refusal?.report == "r")
        bench.now += .milliseconds(999)
        #expect(throws: RemoteFailure.self) { try bench.start() }
        bench.now += .milliseconds(1)
        let (_, session) = try bench.running()
        bench.apply { _ = $0.answered(session, client: .one) }
        bench.apply { [now = bench.now] in $0.noteCrash(of: .test(), report: nil, at: now) }
        #expect(throws: Never.self) { try bench.start() }
    }

    @Test func `a device that does not back off starts an extension after any number of crashes`() throws {
        var bench = TableBench(backsOff: false)
        for _ in 0..<10 { bench.apply { [now = bench.now] in $0.noteCrash(of: .test(), report: nil, at: now) } }
        #expect(throws: Never.self) { try bench.start() }
    }

    @Test func `a process that ends before the launcher has named it leaves no launch behind`() throws {
        var bench = TableBench()
        let number = try bench.start()
        let session = bench.open(in: number)
        bench.fire(.launch(number))
        #expect(bench.phase(number) == nil && bench.ends[session] == 1)
        let failure = RemoteFailure(code: FailureCode.couldNotStart, message: "late", report: nil)
        bench.apply { $0.noteFailure(failure, of: number) }
        // The launch has to be ended by whoever asked for it, who is told what the hosts were told.
        let launch = LaunchName(launcher: bench.launcher, identifier: LaunchIdentifier(rawValue: 9))
        #expect(bench.apply { $0.named(number, launch) } == false)
        #expect(bench.apply { $0.finishLaunch(of: number) } == failure)
        #expect(bench.apply { $0.finishLaunch(of: number) } == nil)
    }

    @Test func `a process that is not wanted any more is killed as soon as it has a name, and only then`() throws {
        var bench = TableBench()
        let number = try bench.start()
        bench.open(in: number)
        bench.apply { $0.closeAll(client: .one) }
        #expect(bench.phase(number) == .ending && !bench.effects.contains { $0.isKill })
        bench.name(number)
        let killed = bench.table.processes[number]?.timers
        #expect(killed?.contains(.end(number)) == true)
    }

    @Test func `the end of a launcher ends its processes and unnamed launches, not those of the next one`() throws {
        var bench = TableBench()
        let old = try bench.running(.test("Old")).0
        let unnamed = try bench.start(.test("Unnamed"))
        let new = try bench.start(.test("New"))
        bench.name(new, by: LauncherNumber(rawValue: 2))
        bench.apply { $0.launcherEnded(LauncherNumber(rawValue: 1)) }
        #expect(bench.phase(old) == nil && bench.phase(unnamed) == nil && bench.phase(new) == .starting)
        let ends = bench.effects.compactMap { if case .conclude(_, let end) = $0 { end } else { nil } }
        #expect(ends == [.launcherEnded, .launcherEnded])
    }

    @Test(arguments: [(0, true, true), (7, false, true), (7, true, false)] as [(Int32, Bool, Bool)])
    func `a process is ready when its program runs and it has said hello`(pid: Int32, isGreeted: Bool, isLate: Bool)
        throws
    {
        var bench = TableBench()
        let number = try bench.start()
        bench.open(in: number)
        bench.name(number)
        if pid > 0 { bench.apply { $0.programStarted(number, pid: pid, initPid: 1) } }
        bench.fire(.launch(number), isGreeted: isGreeted)
        #expect((bench.phase(number) == .ending) == isLate)
        #expect(bench.table.processes[number]?.fault == (isLate ? .neverReady(.seconds(20)) : nil))
    }

    // MARK: Sessions

    @Test func `as many requests are open in a process as its limit says`() throws {
        var bench = TableBench()
        let (number, first) = try bench.running { $0.openRequests = 2 }
        #expect(throws: Never.self) { try bench.table.checkRoom(for: .test(), in: number) }
        bench.open(in: number)
        let refusal = #expect(throws: RemoteFailure.self) { try bench.table.checkRoom(for: .test(), in: number) }
        #expect(refusal?.code == FailureCode.refused)
        bench.apply { _ = $0.answered(first, client: .one) }
        #expect(throws: Never.self) { try bench.table.checkRoom(for: .test(), in: number) }
    }

    @Test func `a session belongs to its client alone`() throws {
        var bench = TableBench()
        let (number, session) = try bench.running()
        let other = ClientNumber(rawValue: 2)
        bench.apply { table in
            #expect(table.answered(session, client: other) == false)
            #expect(table.close(session, client: other, abandoned: true) == false)
            #expect(table.abandon(session, client: other, .hungUp, detail: "", at: .now) == .unknown)
            #expect(table.use(session, client: other, summary: RequestSummary(), at: .now) == false)
            table.closeAll(client: other)
        }
        #expect(bench.phase(number) == .running && bench.openSessions == [session])
        #expect(bench.apply { $0.answered(session, client: .one) } == true)
        #expect(bench.apply { $0.answered(session, client: .one) } == false, "a second answer")
    }

    @Test func `a host that abandons waits for the report only when nobody else uses the process`() throws {
        var bench = TableBench()
        let (number, first) = try bench.running()
        let second = bench.open(in: number, client: 2)
        let now = bench.now
        #expect(bench.apply { $0.abandon(first, client: .one, .timedOut, detail: "", at: now) } == .processGoesOn)
        #expect(bench.phase(number) == .running && bench.table.joinable(.test()) == nil)
        let two = ClientNumber(rawValue: 2)
        #expect(bench.apply { $0.abandon(second, client: two, .hungUp, detail: "", at: now) } == .awaitsEnd)
        #expect(bench.phase(number) == .ending && bench.ends[second] == nil)
        bench.exit(number)
        #expect(bench.ends == [first: 1, second: 1])
        // The first fault is the one that is reported.
        let faults: [LiveProcess.Fault?] = bench.effects.map {
            if case .conclude(let process, _) = $0 { process.fault } else { nil }
        }
        #expect(faults.first == .host(.timedOut, detail: "", after: .zero))
    }

    @Test func `a late request ends alone while others use the process, which nobody joins any more`() throws {
        var bench = TableBench()
        let (number, late) = try bench.running { $0.requestTime = .seconds(10) }
        bench.now += .seconds(4)
        let other = bench.open(in: number, client: 2)
        #expect(bench.timers[.request(number)] == bench.now + .seconds(6))
        bench.now += .seconds(6)
        bench.fire(.request(number))
        #expect(bench.ends[late] == 1 && bench.openSessions == [other])
        #expect(bench.phase(number) == .running && bench.table.joinable(.test()) == nil)
        #expect(bench.timers[.request(number)] == bench.now + .seconds(4))
        bench.now += .seconds(4)
        bench.fire(.request(number))
        #expect(bench.phase(number) == .ending && bench.ends[other] == nil)
        bench.exit(number)
        #expect(bench.ends[other] == 1)
    }

    @Test func `the files of a late request are taken away from a process that goes on, whose first fault it stays`()
        throws
    {
        var bench = TableBench()
        let (number, late) = try bench.running { $0.requestTime = .seconds(10) }
        let granted = try #require(GrantedFile(number: 7, name: "f"))
        let key = LiveProcess.GrantKey(device: 0, file: 7, name: "f")
        #expect(bench.table.noteGrant(granted, key, of: late, in: number) == .noted)
        bench.now += .seconds(4)
        bench.open(in: number, client: 2)
        bench.now += .seconds(6)
        bench.fire(.request(number))
        #expect(bench.effects.contains(.revoke([granted], from: number)))
        bench.apply { $0.stop(number, .closedControl) }
        #expect(bench.table.processes[number]?.fault == .requestTime(.seconds(10)))
    }

    @Test func `what hosts were told of an end is remembered only while a start is pending`() throws {
        var bench = TableBench()
        let number = try bench.start()
        let failure = RemoteFailure(code: FailureCode.timedOut, message: "ended")
        bench.apply { $0.noteFailure(failure, of: number) }
        #expect(bench.apply { $0.finishLaunch(of: number) } == failure)
        bench.apply { $0.noteFailure(failure, of: number) }
        #expect(bench.apply { $0.finishLaunch(of: number) } == nil)
    }

    @Test func `an answered request and a parked session are never late`() throws {
        var bench = TableBench()
        let (number, session) = try bench.running { $0.requestTime = .seconds(1) }
        bench.apply { _ = $0.answered(session, client: .one) }
        let parked = try bench.start(.test("Two")) { $0.requestTime = .seconds(1) }
        bench.open(in: parked, isParked: true)
        bench.now += .seconds(5)
        bench.fire(.request(number))
        bench.fire(.request(parked))
        #expect(bench.phase(number) == .running && bench.phase(parked) == .starting)
    }

    @Test func `a host's files are taken away with its session, at most 256 are granted, and each once`() throws {
        var bench = TableBench()
        let (number, session) = try bench.running()
        let other = bench.open(in: number, client: 2)
        func file(_ index: Int) throws -> (GrantedFile, LiveProcess.GrantKey) {
            let file = try #require(GrantedFile(number: UInt64(index), name: "f"))
            return (file, LiveProcess.GrantKey(device: 0, file: UInt64(index), name: "f"))
        }
        for index in 0..<ProcessTable.grantLimit {
            let (granted, key) = try file(index)
            #expect(bench.table.noteGrant(granted, key, of: index == 0 ? other : session, in: number) == .noted)
        }
        let (first, key) = try file(1)
        #expect(bench.table.noteGrant(try file(999).0, key, of: session, in: number) == .granted(first))
        let more = try file(256)
        #expect(bench.table.noteGrant(more.0, more.1, of: session, in: number) == .full)
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        let revoked = bench.effects.compactMap { if case .revoke(let files, _) = $0 { files } else { nil } }
        #expect(revoked.map { Set($0.map(\.number)) } == [Set(1...255)])
        // What is being killed keeps nothing.
        bench.apply { $0.closeAll(client: ClientNumber(rawValue: 2)) }
        #expect(!bench.effects.contains { if case .revoke = $0 { true } else { false } })
    }

    // MARK: Suspension

    @Test func `the steps from the last session to the end come at their times`() throws {
        var bench = TableBench()
        let (number, session) = try bench.running {
            $0.backgroundTime = .seconds(5)
            $0.graceTime = .seconds(1)
            $0.lingerTime = .seconds(3)
        }
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        let start = bench.now
        let round = try #require(bench.table.processes[number]?.suspension?.round)
        #expect(bench.timers[.backgroundTime(number, round)] == start + .seconds(5))
        #expect(bench.effects.contains(.ask(.isReady, of: number, round, within: .seconds(6))))
        bench.now = start + .seconds(5)
        bench.fire(.backgroundTime(number, round))
        #expect(bench.effects.contains(.ask(.haveHandlersEnded, of: number, round, within: .seconds(6))))
        #expect(bench.timers[.graceTime(number, round)] == start + .seconds(6))
        bench.apply { $0.suspensionAnswered(.haveHandlersEnded, round, of: number) }
        #expect(bench.phase(number) == .quiescing)
        bench.now = start + .seconds(6)
        bench.fire(.graceTime(number, round))
        #expect(bench.phase(number) == .frozen && bench.timers[.linger(number, round)] == start + .seconds(9))
        #expect(bench.table.processes[number]?.fault == nil)
    }

    @Test(arguments: [true, false])
    func `a completion handler that goes on is a fault, but not before the first request`(isGreeted: Bool) throws {
        var bench = TableBench()
        let (number, session) = try bench.running()
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        let round = try #require(bench.table.processes[number]?.suspension?.round)
        bench.fire(.backgroundTime(number, round))
        bench.fire(.graceTime(number, round), isGreeted: isGreeted)
        #expect(bench.phase(number) == .ending)
        #expect(bench.table.processes[number]?.fault == (isGreeted ? .overdue(.seconds(6)) : nil))
    }

    @Test func `a suspension that a new request has overtaken does nothing any more`() throws {
        var bench = TableBench()
        let (number, session) = try bench.running()
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        let old = try #require(bench.table.processes[number]?.suspension?.round)
        let second = bench.open(in: number)
        #expect(bench.phase(number) == .running && bench.timers[.backgroundTime(number, old)] == nil)
        bench.apply { _ = $0.close(second, client: .one, abandoned: false) }
        bench.apply { $0.suspensionAnswered(.isReady, old, of: number) }
        bench.fire(.backgroundTime(number, old))
        bench.fire(.linger(number, old))
        #expect(bench.phase(number) == .quiescing && bench.table.processes[number]?.suspension?.round != old)
    }

    @Test func `a process that is wanted again before it is known to run is starting`() throws {
        var bench = TableBench()
        let number = try bench.start()
        let session = bench.open(in: number)
        bench.name(number)
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        #expect(bench.phase(number) == .quiescing)
        bench.open(in: number)
        #expect(bench.phase(number) == .starting)
        bench.apply { $0.programStarted(number, pid: 7, initPid: 1) }
        #expect(bench.phase(number) == .running)
    }

    @Test func `a process that is ready before it is known to run is stopped when it is`() throws {
        var bench = TableBench()
        let number = try bench.start()
        let session = bench.open(in: number)
        bench.name(number)
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        let round = try #require(bench.table.processes[number]?.suspension?.round)
        bench.apply { $0.suspensionAnswered(.isReady, round, of: number) }
        #expect(bench.phase(number) == .quiescing)
        bench.apply { $0.programStarted(number, pid: 7, initPid: 1) }
        #expect(bench.phase(number) == .frozen && bench.suspended == [number])
    }

    @Test(arguments: [(true, Duration.seconds(5)), (false, .zero)])
    func `a process for one request, or without a linger time, is killed instead of stopped`(
        isSingleUse: Bool, lingerTime: Duration
    ) throws {
        var bench = TableBench()
        let (number, session) = try bench.running(.test(wantsProcessPerRequest: isSingleUse)) {
            $0.lingerTime = lingerTime
        }
        #expect((bench.table.joinable(.test()) == nil) == isSingleUse)
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        let round = try #require(bench.table.processes[number]?.suspension?.round)
        bench.apply { $0.suspensionAnswered(.isReady, round, of: number) }
        #expect(bench.phase(number) == .ending && bench.suspended.isEmpty)
    }

    // MARK: Parking

    @Test func `a parked process is joined by nobody until its host uses it`() throws {
        var bench = TableBench()
        let number = try bench.start()
        let session = bench.open(in: number, isParked: true)
        #expect(bench.table.joinable(.test()) == nil)
        #expect(bench.table.isParkingUseless(.test(), client: .one))
        #expect(!bench.table.isParkingUseless(.test(), client: ClientNumber(rawValue: 2)))
        let now = bench.now
        #expect(bench.apply { $0.use(session, client: .one, summary: RequestSummary(), at: now) } == true)
        #expect(bench.table.joinable(.test()) == number && bench.timers[.parkingCheck(number, session)] == nil)
        #expect(bench.apply { $0.use(session, client: .one, summary: RequestSummary(), at: now) } == false)
    }

    @Test(arguments: [(29_999, false, false), (30_000, false, true), (1_000, true, true)])
    func `a parked process waits for its time, and no longer than there is memory`(
        milliseconds: Int, isMemoryShort: Bool, isGivenUp: Bool
    ) throws {
        var bench = TableBench()
        let number = try bench.start()
        let session = bench.open(in: number, isParked: true)
        bench.now += .milliseconds(milliseconds)
        bench.fire(.parkingCheck(number, session), isMemoryShort: isMemoryShort)
        #expect((bench.phase(number) == .ending) == isGivenUp && (bench.ends[session] == 1) == isGivenUp)
        #expect((bench.timers[.parkingCheck(number, session)] == nil) == isGivenUp)
    }

    @Test func `a host has four parked processes, a device sixteen, and the oldest are given up`() throws {
        var bench = TableBench()
        var parked: [ProcessNumber] = []
        for index in 0..<20 {
            bench.now += .milliseconds(1)
            let number = try bench.start(.test("E\(index)"))
            let client = UInt64(index / 5)
            bench.open(in: number, client: client, isParked: true)
            bench.apply { $0.giveUpSurplus(of: ClientNumber(rawValue: client)) }
            parked.append(number)
        }
        let ending = parked.indices.filter { bench.phase(parked[$0]) == .ending }
        #expect(ending == [0, 5, 10, 15])
        let number = try bench.start(.test("Another"))
        bench.open(in: number, client: 9, isParked: true)
        bench.apply { $0.giveUpSurplus(of: ClientNumber(rawValue: 9)) }
        #expect(bench.phase(parked[1]) == .ending && bench.phase(parked[2]) == .starting)
    }

    @Test func `a parked process that its host gives back is not kept for others`() throws {
        var bench = TableBench()
        let number = try bench.start()
        let session = bench.open(in: number, isParked: true)
        bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        #expect(bench.phase(number) == .ending)
    }

    // MARK: Ending

    @Test func `an app that is removed is not started, and waits for what runs but not for what is stuck`() throws {
        var bench = TableBench()
        let app = BundleIdentifier.test("org.example.App")
        let stuck = try bench.running().0
        bench.makeStuck(stuck)
        let number = try bench.running().0
        let other = try bench.running(.test("One", app: "org.example.Other")).0
        bench.apply { $0.remove(application: app) }
        #expect(bench.phase(number) == .ending && bench.phase(other) == .running && bench.table.runs(app))
        #expect(throws: RemoteFailure.self) { try bench.table.checkRoom(for: .test(), in: number) }
        #expect(throws: RemoteFailure.self) { try bench.start() }
        bench.exit(number)
        #expect(!bench.table.runs(app))
        bench.apply { $0.allow(application: app) }
        #expect(throws: Never.self) { try bench.start() }
    }

    @Test func `a process whose end is late is stuck only after the launcher took the order and still serves`() throws {
        var bench = TableBench()
        let (number, session) = try bench.running()
        bench.apply { $0.stop(number, .keptFile) }
        #expect(bench.timers[.end(number)] == bench.now + .seconds(5))
        bench.fire(.end(number))
        #expect(bench.effects.contains { if case .checkLauncher(number, _) = $0 { true } else { false } })
        // The order had not been taken: it is given again.
        bench.apply { $0.launcherAnswered(about: number, isInKernel: true) }
        #expect(bench.phase(number) == .ending && bench.effects.contains { $0.isKill })
        bench.apply { $0.endOrdered(of: number) }
        bench.apply { $0.launcherAnswered(about: number, isInKernel: true) }
        #expect(bench.phase(number) == .stuck && bench.ends[session] == 1 && bench.timers.isEmpty)
        #expect(!bench.table.isInUse(InstalledAppex.test().containerPath))
        bench.exit(number)
        // It is not reported a second time.
        #expect(!bench.effects.contains { if case .conclude = $0 { true } else { false } })
        #expect(bench.released == [number])
    }

    @Test func `the first fault of a process is the one that counts`() throws {
        var bench = TableBench()
        let (number, _) = try bench.running()
        bench.apply { $0.stop(number, .brokenControl("a")) }
        bench.apply { $0.stop(number, .closedControl) }
        #expect(bench.table.processes[number]?.fault == .brokenControl("a"))
    }

    @Test func `a closed control socket is no fault before the program runs, nor within its grace`() throws {
        var bench = TableBench()
        let number = try bench.start()
        bench.name(number)
        bench.apply { $0.controlClosed(of: number) }
        #expect(bench.timers[.controlGrace(number)] == nil)
        bench.apply { $0.programStarted(number, pid: 7, initPid: 1, isControlClosed: true) }
        #expect(
            bench.phase(number) == .running && bench.timers[.controlGrace(number)] == bench.now + .milliseconds(100))
        bench.fire(.controlGrace(number))
        #expect(bench.table.processes[number]?.fault == .closedControl)
    }

    @Test func `a temporary folder is emptied when the last process of its container has ended`() throws {
        var bench = TableBench()
        let (old, _) = try bench.running()
        let (new, _) = try bench.running(.test(build: 2))
        bench.exit(old)
        #expect(!bench.effects.contains { if case .emptyTemporaryFolder = $0 { true } else { false } })
        bench.exit(new)
        #expect(bench.effects.contains(.emptyTemporaryFolder(inContainer: InstalledAppex.test().containerPath)))
    }
}

extension TableBench {
    /// Kills a process that does not end.
    fileprivate mutating func makeStuck(_ number: ProcessNumber) {
        apply { $0.stop(number, .keptFile) }
        apply { $0.endOrdered(of: number) }
        apply { $0.launcherAnswered(about: number, isInKernel: true) }
    }
}

extension ProcessEffect {
    fileprivate var isKill: Bool { if case .kill = self { true } else { false } }
}
