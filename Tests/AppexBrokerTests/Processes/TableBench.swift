import AppexModel
import AppexProtocol
import AppexWire
import SystemPackage

@testable import AppexBroker
@testable import AppexRegistry
@testable import AppexSandbox

/// A ``ProcessTable`` with the world around it: which timers run, which sessions are open, what processes exist.
///
/// It performs the table's effects on this world, and notes every effect that breaks a rule.
struct TableBench {
    var table: ProcessTable
    var now = ContinuousClock.now
    /// All effects of the last event.
    var effects: [ProcessEffect] = []
    /// Timers that run, with the time at which they fire.
    var timers: [ProcessTimer: ContinuousClock.Instant] = [:]
    /// Sessions whose ends nobody has been told of.
    var openSessions: Set<SessionNumber> = []
    /// How often the end of each session was told or its return noted.
    var ends: [SessionNumber: Int] = [:]
    /// Processes that were added and not released.
    var unreleased: Set<ProcessNumber> = []
    /// Processes that have ended.
    var released: Set<ProcessNumber> = []
    /// Processes that were stopped by a signal.
    var suspended: Set<ProcessNumber> = []
    /// What was done that must not be.
    var violations: [String] = []
    private var launches: UInt64 = 0
    let launcher = LauncherNumber(rawValue: 1)

    init(parking: ParkingLimits = ParkingLimits(), backsOff: Bool = true) {
        table = ProcessTable(parking: parking, backsOff: backsOff)
    }

    // MARK: Events

    /// Applies an event and performs its effects.
    @discardableResult
    mutating func apply<Value>(_ event: (inout ProcessTable) throws -> Value) rethrows -> Value {
        let value = try event(&table)
        effects = table.takeEffects()
        for effect in effects { perform(effect) }
        checkState()
        return value
    }

    /// Starts a process, which its first session has not been opened in.
    mutating func start(
        _ appex: InstalledAppex = .test(), _ change: (inout ExtensionLimits) -> Void = { _ in }
    ) throws(RemoteFailure) -> ProcessNumber {
        var limits = ExtensionLimits()
        change(&limits)
        let number = try table.admit(appex, at: now)
        unreleased.insert(number)
        apply { [now] in $0.start(number, appex, appVersion: nil, limits: limits, at: now) }
        return number
    }

    /// A process that runs and has one session of a client.
    mutating func running(
        _ appex: InstalledAppex = .test(), client: UInt64 = 1, _ change: (inout ExtensionLimits) -> Void = { _ in }
    ) throws(RemoteFailure) -> (ProcessNumber, SessionNumber) {
        let number = try start(appex, change)
        let session = open(in: number, client: client)
        name(number)
        apply { $0.programStarted(number, pid: 100 + Int32(number.rawValue), initPid: 1) }
        return (number, session)
    }

    @discardableResult
    mutating func open(in number: ProcessNumber, client: UInt64 = 1, isParked: Bool = false) -> SessionNumber {
        let session = table.newSession()
        openSessions.insert(session)
        apply { [now] table in
            table.resume(number)
            table.open(
                session, in: number, client: ClientNumber(rawValue: client), summary: RequestSummary(),
                isParked: isParked, at: now)
        }
        return session
    }

    @discardableResult
    mutating func name(_ number: ProcessNumber, by launcher: LauncherNumber? = nil) -> Bool {
        launches += 1
        let launch = LaunchName(
            launcher: launcher ?? self.launcher, identifier: LaunchIdentifier(rawValue: launches))
        let isWanted = apply { $0.named(number, launch) }
        apply { _ = $0.finishLaunch(of: number) }
        return isWanted
    }

    /// Lets the next timer fire, at its time.
    ///
    /// - Returns: the timer; nil when none runs.
    @discardableResult
    mutating func fireNext(isGreeted: Bool = true, isMemoryShort: Bool = false) -> ProcessTimer? {
        let next = timers.min { $0.value == $1.value ? "\($0.key)" < "\($1.key)" : $0.value < $1.value }
        guard let (timer, at) = next else { return nil }
        now = max(now, at)
        fire(timer, isGreeted: isGreeted, isMemoryShort: isMemoryShort)
        return timer
    }

    mutating func fire(_ timer: ProcessTimer, isGreeted: Bool = true, isMemoryShort: Bool = false) {
        timers[timer] = nil
        apply { [now] in
            $0.timerFired(timer, isGreeted: isGreeted, isMemoryShort: isMemoryShort, at: now)
        }
    }

    mutating func exit(_ number: ProcessNumber, _ status: ExitStatus = .stopped) {
        apply { $0.ended(number, .exited(status, ResourceUsage(userTime: .zero, systemTime: .zero, peakMemory: 0))) }
    }

    func phase(_ number: ProcessNumber) -> LiveProcess.Phase? { table.processes[number]?.phase }

    // MARK: Effects

    private mutating func perform(_ effect: ProcessEffect) {
        if let process = effect.process, released.contains(process) {
            violations.append("\(effect) for a process that has ended")
        }
        switch effect {
        case .arm(let timer, let delay): timers[timer] = now + delay
        case .cancel(let timer): timers[timer] = nil
        case .suspend(let number): suspended.insert(number)
        case .resume(let number): suspended.remove(number)
        case .conclude(let process, _):
            for session in process.sessions.keys { end(session) }
            for session in process.abandoned.keys { end(session) }
        case .notify(let session, _), .forget(let session): end(session)
        case .release(let process):
            unreleased.remove(process.number)
            released.insert(process.number)
            for timer in timers.keys where timer.process == process.number {
                violations.append("\(timer) runs after the end of its process")
            }
        case .kill(let number, _):
            if phase(number) != .ending { violations.append("\(number) is killed and may be joined") }
        case .ask, .withdrawQuestion, .checkLauncher, .revoke, .observe, .disconnect, .emptyTemporaryFolder,
            .countRequest, .countOutcome, .announceChange:
            break
        }
    }

    private mutating func end(_ session: SessionNumber) {
        ends[session, default: 0] += 1
        if openSessions.remove(session) == nil { violations.append("\(session) has ended twice") }
    }

    /// What holds between any two events.
    private mutating func checkState() {
        let running = Dictionary(grouping: timers.keys, by: \.process)
        for process in table.processes.values {
            let number = process.number
            if Set(running[number] ?? []) != process.timers {
                violations.append("the timers of \(number) are not those of the table")
            }
            if (process.phase == .quiescing || process.phase == .frozen) && !process.sessions.isEmpty {
                violations.append("\(number) is \(process.phase) and has sessions")
            }
            if (process.suspension != nil) && process.phase != .quiescing && !process.isLeaving {
                violations.append("\(number) is \(process.phase) and is being suspended")
            }
            if suspended.contains(number) != (process.phase == .frozen), !process.isLeaving {
                violations.append(
                    "\(number) is \(process.phase) and is \(suspended.contains(number) ? "" : "not ")stopped")
            }
            if process.isParked, process.sessions.count != 1 { violations.append("\(number) is parked and joined") }
        }
        if table.processes.values.count(where: { $0.phase != .stuck }) > ProcessTable.processLimit {
            violations.append("there are too many processes")
        }
        if Set(table.processes.keys) != unreleased { violations.append("not every process that ended was released") }
    }
}

extension ProcessEffect {
    /// The process that an effect is about, unless it is about the end of one.
    var process: ProcessNumber? {
        switch self {
        case .arm(let timer, _): timer.process
        case .ask(_, let number, _, _), .withdrawQuestion(let number), .suspend(let number), .resume(let number),
            .kill(let number, _), .checkLauncher(let number, _), .revoke(_, let number), .observe(let number),
            .disconnect(let number):
            number
        case .cancel, .conclude, .notify, .forget, .release, .emptyTemporaryFolder, .countRequest, .countOutcome,
            .announceChange:
            nil
        }
    }
}

extension InstalledAppex {
    /// An extension of an app.
    static func test(
        _ name: String = "One", app: String = "org.example.App", build: Int = 1, wantsProcessPerRequest: Bool = false
    ) -> InstalledAppex {
        InstalledAppex(
            bundleIdentifier: .test("\(app).\(name)"), appIdentifier: .test(app), appDisplayName: "App",
            displayName: name, shortVersion: nil, version: nil, minimumOSVersion: nil,
            bundlePath: FilePath("/device/\(build)/\(app).\(name).appex"),
            containerPath: FilePath("/device/data/\(app).\(name)"), executablePath: "/device/program",
            style: .classic, extensionPoint: .test, pointVersion: "", principalClass: nil, mainStoryboard: nil,
            wantsProcessPerRequest: wantsProcessPerRequest, election: .default, standing: .offered, groups: [],
            program: nil, network: false, runtime: nil)
    }
}

extension BundleIdentifier {
    /// An identifier that is one.
    static func test(_ text: String) -> BundleIdentifier {
        guard let identifier = BundleIdentifier(rawValue: text) else { fatalError("\(text) is no bundle identifier") }
        return identifier
    }
}

extension ExtensionPointIdentifier {
    static var test: ExtensionPointIdentifier {
        guard let point = ExtensionPointIdentifier(rawValue: "com.apple.services") else { fatalError("no point") }
        return point
    }
}
