import AppexModel
import AppexRegistry
import AppexSandbox
import AppexWire

/// The start of a process.
extension ProcessTable {
    /// Adds a process that was admitted. Sessions can be opened in it before the launcher has answered, so that two hosts
    /// that ask at the same time share one process.
    mutating func start(
        _ number: ProcessNumber, _ appex: InstalledAppex, appVersion: String?, limits: ExtensionLimits, at now: Instant
    ) {
        processes[number] = LiveProcess(
            number: number, appex: appex, appVersion: appVersion, started: now,
            isSingleUse: limits.hasProcessPerRequest || appex.wantsProcessPerRequest, limits: limits)
        arm(.launch(number), after: limits.launchTime)
        emit(.announceChange)
    }

    /// The launcher has accepted the plan of a process.
    ///
    /// - Returns: false when the process has met its end meanwhile, so that the launch is to be ended.
    mutating func named(_ number: ProcessNumber, _ launch: LaunchName) -> Bool {
        guard let process = processes[number] else { return false }
        processes[number]?.launch = launch
        // Its users may have gone meanwhile, or it may have been stopped.
        if process.phase == .ending { orderEnd(of: number, launch) }
        return true
    }

    /// The start of a process is not pending any more.
    ///
    /// - Returns: why the process has ended, if it has ended before.
    mutating func finishLaunch(of number: ProcessNumber) -> RemoteFailure? {
        pendingLaunches.remove(number)
        return earlyFailures.removeValue(forKey: number)
    }

    /// Remembers what hosts were told of the end of a process whose start is pending.
    mutating func noteFailure(_ failure: RemoteFailure, of number: ProcessNumber) {
        if pendingLaunches.contains(number) { earlyFailures[number] = failure }
    }

    /// The program of a process runs.
    ///
    /// - Parameter isControlClosed: whether the process has closed its control socket already.
    mutating func programStarted(
        _ number: ProcessNumber, pid: Int32, initPid: Int32, isControlClosed: Bool = false
    ) {
        guard let process = processes[number] else { return }
        processes[number]?.pid = pid
        processes[number]?.initPid = initPid
        if process.phase == .starting { processes[number]?.phase = .running }
        if process.suspension?.isDue == true { suspend(number) }
        if isControlClosed { arm(.controlGrace(number), after: Self.controlGrace) }
        emit(.observe(number))
        emit(.announceChange)
    }

    /// A process has ended, or could not be launched: its users are told, what it holds is given back, and it is forgotten.
    ///
    /// - Parameter end: how it ended. Nothing is reported for a process that was stuck, since its users were told before.
    mutating func ended(_ number: ProcessNumber, _ end: ProcessEnd) {
        guard let process = processes[number] else { return }
        // What its users are told of a stuck process has been told when it got stuck.
        if process.phase != .stuck { emit(.conclude(process, end)) }
        for timer in process.timers { emit(.cancel(timer)) }
        processes[number] = nil
        emit(.release(process))
        if !isInUse(process.appex.containerPath) {
            emit(.emptyTemporaryFolder(inContainer: process.appex.containerPath))
        }
        emit(.announceChange)
    }

    /// A launcher has ended, and with it all its processes and the launches that nobody has named yet.
    mutating func launcherEnded(_ launcher: LauncherNumber) {
        for process in processes.values.sorted(by: { $0.number < $1.number })
        where process.launch.map({ $0.launcher == launcher }) ?? true {
            ended(process.number, .launcherEnded)
        }
    }

    /// The time for a process to get ready is over.
    ///
    /// - Parameter isGreeted: whether the process has said hello on its control socket.
    mutating func launchTimeOver(of number: ProcessNumber, isGreeted: Bool) {
        guard let process = processes[number] else { return }
        if process.launch == nil {
            // The launcher has not been asked yet, so nothing runs that would have to be ended first.
            processes[number]?.fault = process.fault ?? .neverReady(process.limits.launchTime)
            ended(number, .notLaunched("its start was not prepared within \(process.limits.launchTime.inSeconds)"))
        } else if process.pid == 0 || !isGreeted {
            stop(number, .neverReady(process.limits.launchTime))
        }
    }
}
