import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import SystemPackage

/// The device's extension processes: which exist, who uses them, and what becomes of them.
///
/// The table is a state machine without any input or output. Each event is a mutating method; what is to be done outside
/// is collected as ``ProcessEffect``s, which ``takeEffects()`` hands out in order. The time is a parameter.
/// `Documentation/LifeCycle.md` draws the states.
///
/// The owner performs all effects of an event before the next event. Only ``ProcessEffect/kill(_:_:)`` and
/// ``ProcessEffect/revoke(_:from:)``, which have to be waited for, may be performed later.
struct ProcessTable: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Extensions that may run at a time. Each costs descriptors and memory of the device.
    static let processLimit = 256
    /// The number of stuck processes of one extension at which the extension is no longer started.
    static let stuckLimit = 4
    /// The number of stuck processes on the device at which extensions that have one are no longer started.
    static let stuckDeviceLimit = 32
    /// Files of hosts that one process has at a time. Each is a mount of the kernel's.
    static let grantLimit = 256
    /// How long launcher and kernel may take to end a process before the launcher is asked what keeps it. Far more than
    /// they need.
    static let endPatience = Duration.seconds(5)
    /// How long a process may outlive its control socket. Ending takes a millisecond or two, on a busy machine some more.
    static let controlGrace = Duration.milliseconds(100)
    /// How often a parked session is looked at.
    static let parkingInterval = Duration.seconds(1)

    /// How much may be started in advance.
    let parking: ParkingLimits
    /// Whether an extension that crashes again and again is not started for a while.
    let backsOff: Bool

    // Written by the table's own extensions only.
    var processes: [ProcessNumber: LiveProcess] = [:]
    /// The processes whose launcher is being asked, and what hosts were told of those that ended meanwhile.
    var pendingLaunches: Set<ProcessNumber> = []
    var earlyFailures: [ProcessNumber: RemoteFailure] = [:]
    /// Apps that are being removed.
    var leavingApps: Set<BundleIdentifier> = []
    var crashes = CrashHistory()
    var rounds = Numbering<SuspensionRound>()
    private var processNumbers = Numbering<ProcessNumber>()
    private var sessionNumbers = Numbering<SessionNumber>()
    private var effects: [ProcessEffect] = []

    init(parking: ParkingLimits = ParkingLimits(), backsOff: Bool = true) {
        self.parking = parking
        self.backsOff = backsOff
    }

    // MARK: Effects and timers

    /// The effects of the events since the last call, in order.
    mutating func takeEffects() -> [ProcessEffect] {
        defer { effects = [] }
        return effects
    }

    mutating func emit(_ effect: ProcessEffect) { effects.append(effect) }

    /// Arms a timer of a process that exists.
    mutating func arm(_ timer: ProcessTimer, after delay: Duration) {
        guard processes[timer.process] != nil else { return }
        processes[timer.process]?.timers.insert(timer)
        emit(.arm(timer, after: delay))
    }

    /// Cancels a timer if it is armed.
    mutating func cancel(_ timer: ProcessTimer) {
        if processes[timer.process]?.timers.remove(timer) != nil { emit(.cancel(timer)) }
    }

    // MARK: Questions

    /// The process that a new session of an extension can join.
    func joinable(_ appex: InstalledAppex) -> ProcessNumber? {
        // The path changes with every update, so a process of an old version is never joined.
        processes.values.filter {
            $0.appex.bundlePath == appex.bundlePath && !$0.isLeaving && !$0.isHung && !$0.isParked && !$0.isSingleUse
        }.map(\.number).min()
    }

    /// The process in which a client has a session.
    func process(of session: SessionNumber, client: ClientNumber) -> LiveProcess? {
        processes.values.first { $0.sessions[session]?.client == client }
    }

    /// Whether a process uses a container: one of the extension's current version, or of the one before an update.
    func isInUse(_ container: FilePath, besides number: ProcessNumber? = nil) -> Bool {
        processes.values.contains { $0.number != number && $0.appex.containerPath == container && !$0.isLeaving }
    }

    /// The network of a process could not be connected.
    mutating func lacksNetwork(_ number: ProcessNumber) { processes[number]?.lacksNetwork = true }

    /// The containers of bundles, data and groups that processes see, those that are being started and ended included.
    var foldersInUse: Set<FilePath> {
        Set(
            processes.values.map(\.appex).flatMap { appex in
                [appex.containingApp.removingLastComponent(), appex.containerPath] + appex.groups.map(\.containerPath)
            })
    }

    /// Whether processes of an app run that have not ended and can be waited for.
    func runs(_ application: BundleIdentifier) -> Bool {
        processes.values.contains { $0.appex.appIdentifier == application && $0.phase != .stuck }
    }

    // MARK: Admission

    /// A number for a session that is about to be opened.
    mutating func newSession() -> SessionNumber { sessionNumbers.next() }

    /// Checks that a session may be opened in a process that runs.
    ///
    /// - Throws: ``FailureCode/notFound`` when the app is being removed, ``FailureCode/refused`` when the process has as
    ///   many requests open as it may have.
    func checkRoom(for appex: InstalledAppex, in number: ProcessNumber) throws(RemoteFailure) {
        try checkStays(appex)
        guard let process = processes[number], process.openRequests >= process.limits.openRequests else { return }
        throw RemoteFailure(
            code: FailureCode.refused,
            message: "\(appex.bundleIdentifier) has \(process.openRequests) requests open, as many as it may have at a "
                + "time; try again when one of them has ended.")
    }

    /// Checks that a process of an extension may be started, and gives it a number.
    ///
    /// The start is pending until ``finishLaunch(of:)``.
    ///
    /// - Throws: ``FailureCode/couldNotStart`` when too many processes exist or are stuck, ``FailureCode/notFound`` when
    ///   the app is being removed, ``FailureCode/crashedRepeatedly`` when the extension has crashed too often.
    mutating func admit(_ appex: InstalledAppex, at now: Instant) throws(RemoteFailure) -> ProcessNumber {
        try checkStuck(appex)
        guard processes.values.count(where: { $0.phase != .stuck }) < Self.processLimit else {
            throw RemoteFailure(couldNotStart: appex, "\(Self.processLimit) extensions are running already")
        }
        try checkStays(appex)
        try checkCrashes(of: appex, at: now)
        let number = processNumbers.next()
        pendingLaunches.insert(number)
        return number
    }

    private func checkStays(_ appex: InstalledAppex) throws(RemoteFailure) {
        guard leavingApps.contains(appex.appIdentifier) else { return }
        throw RemoteFailure(code: FailureCode.notFound, message: "\(appex.bundleIdentifier) is just being removed.")
    }

    private func checkStuck(_ appex: InstalledAppex) throws(RemoteFailure) {
        let stuck = processes.values.filter { $0.phase == .stuck }
        let own = stuck.count { $0.appex.bundleIdentifier == appex.bundleIdentifier }
        guard own >= Self.stuckLimit || (own > 0 && stuck.count >= Self.stuckDeviceLimit) else { return }
        throw RemoteFailure(
            couldNotStart: appex,
            "\(own) of its processes cannot be stopped, because a file system or a disk does not answer them; "
                + KernelWait.advice)
    }

    private func checkCrashes(of appex: InstalledAppex, at now: Instant) throws(RemoteFailure) {
        guard let refusal = crashes.refusal(of: appex.bundlePath, at: now) else { return }
        throw RemoteFailure(
            code: FailureCode.crashedRepeatedly,
            message: "\(appex.bundleIdentifier) has crashed \(refusal.crashes) times in a row and is not started for "
                + "another \(refusal.left.inSeconds); try again then.", report: refusal.report)
    }

    /// Notes an end that the extension's own code brought about.
    ///
    /// - Parameter report: the identifier of the report of the end.
    mutating func noteCrash(of appex: InstalledAppex, report: String?, at now: Instant) {
        if backsOff { crashes.crashed(appex.bundlePath, at: now, report: report) }
    }
}
