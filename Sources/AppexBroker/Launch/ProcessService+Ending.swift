import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Logging
import SystemPackage

/// What becomes of processes: who is kept, who is ended, and who is told.
extension ProcessService {
    /// Decides what becomes of a process that has lost a session.
    func settle(_ number: UInt64, abandoned: Bool) async {
        if abandoned { processes[number]?.isHung = true }
        guard let process = processes[number], process.sessions.isEmpty, !process.isLeaving else { return }
        if process.isHung { return await kill(number) }
        beginSettling(number)
    }

    func kill(_ number: UInt64) async {
        guard let process = processes[number], !process.isLeaving else { return }
        processes[number]?.phase = .ending
        // What has no name yet is killed as soon as it has one.
        if let launch = process.launch { await orderEnd(of: number, launch) }
    }

    /// Has the launcher end a process. Whether it could be told is looked at when the end is late.
    func orderEnd(of number: UInt64, _ launch: LaunchIdentifier) async {
        guard let launcher else { return }
        arm(.end, of: number, after: Self.endPatience)
        do {
            try await launcher.kill(launch)
            processes[number]?.isEndOrdered = true
        } catch {
            log.warning("the launcher takes no orders", metadata: ["process": "\(number)", "error": "\(error)"])
        }
    }

    /// Ends a process for what it did, unless it is being ended already.
    func stop(_ number: UInt64, _ fault: LiveProcess.Fault) async {
        guard let process = processes[number], !process.isLeaving else { return }
        processes[number]?.fault = process.fault ?? fault
        await kill(number)
    }

    func handle(_ message: Inbox) async {
        switch message {
        // Those are not for this function.
        case .launcherStarted, .deadline: break
        case .lingerOver(let number):
            if processes[number]?.phase == .frozen { await kill(number) }
        case .settling(let number, let round, let step): await settle(number, round, step)
        case .waitOver(let waiter): waiters.removeValue(forKey: waiter)?.resume()
        case .controlClosed(let number):
            // One that is not yet known to run has most likely failed to start, and why is about to be told.
            if processes[number]?.phase != .starting { awaitEnd(number) }
        case .controlBroken(let number, let detail): await stop(number, .brokenControl(detail))
        case .graceOver(let number): await stop(number, .closedControl)
        case .look: await lookAtAll()
        case .counted(let number, let bytes, let took): await take(number, counted: bytes, took)
        case .measured(let number, let size, let written, let took): await take(number, size, written, took)
        case .parkingCheck(let session): await checkParked(session)
        case .launcherEnded:
            launcher = nil
            launched = [:]
            early = [:]
            log.error("the launcher ended")
            for number in processes.keys { end(number, .launcherEnded) }
            forgetHelpers()
        case .launcher(let event): handle(event)
        }
    }

    /// Without its control socket a process cannot be given work. Normally it has ended, and how is about to be told;
    /// to kill it in the middle of its end would blur that.
    private func awaitEnd(_ number: UInt64) {
        let continuation = inbox.continuation
        _ = loop.schedule(at: .now + Self.grace) { continuation.yield(.graceOver(process: number)) }
    }

    /// Ending takes a process a millisecond or two, on a machine that has much else to do some more.
    private static let grace = Duration.milliseconds(100)
    /// How long launcher and kernel may take to end a process before the launcher is asked what keeps it. Far more than
    /// they need.
    private static let endPatience = Duration.seconds(5)

    func handle(_ event: LauncherEvent) {
        if tellHelper(event) { return }
        guard launched[event.launch] != nil else { return early[event.launch, default: []].append(event) }
        switch event {
        case .started(let launch, let pid, let initPid):
            guard let number = launched[launch], let phase = processes[number]?.phase else { return }
            if let started = processes[number]?.started { metrics.started(after: .now - started) }
            processes[number]?.pid = pid
            processes[number]?.initPid = initPid
            // One that has ended already has none, and needs none.
            processes[number]?.handle = launcher.flatMap {
                try? ProcessHandle(pid, parents: [initPid, $0.processIdentifier])
            }
            if phase == .starting { processes[number]?.phase = .running }
            if let settling = processes[number]?.settling, settling.isOver {
                inbox.continuation.yield(.settling(process: number, round: settling.round, .ready))
            }
            processes[number]?.output?.follow(pid)
            if processes[number]?.control.isClosed == true { awaitEnd(number) }
            scheduleLook()
            announceChange()
        case .failed(let launch, let failure):
            if let number = launched.removeValue(forKey: launch) { end(number, .notLaunched("\(failure)")) }
        case .exited(let launch, let status, let usage):
            if let number = launched.removeValue(forKey: launch) { end(number, .exited(status, usage)) }
        }
    }

    /// Reports the end of a process if it is not as it should be, tells everybody who used it, and forgets it. The
    /// report is there before anybody is told of it.
    ///
    /// - Returns: what they are told; nil when it has been forgotten already.
    @discardableResult
    func end(_ number: UInt64, _ how: ProcessEnd) -> RemoteFailure? {
        guard let process = processes[number] else { return nil }
        let failure = process.phase == .stuck ? nil : report(process, number, how)
        if process.phase == .stuck {
            log.notice(
                "a process that could not be stopped has ended",
                metadata: ["extension": "\(process.appex.bundleIdentifier)", "pid": "\(process.pid)"])
        }
        remove(number)
        return failure
    }

    /// Reports how a process has come to its end, or that it does not, and tells everybody who used it.
    ///
    /// - Returns: what they are told.
    @discardableResult
    func report(_ process: LiveProcess, _ number: UInt64, _ how: ProcessEnd) -> RemoteFailure {
        var process = process
        // Its end may be told before the reason that its socket was closed for.
        if process.fault == nil, let fault = process.control.fault { process.fault = .brokenControl("\(fault)") }
        let tail = process.output?.finish() ?? LogTail()
        process.conclude(how, tail)
        let verdict = how.verdict(on: process)
        var failure = RemoteFailure(
            code: FailureCode.died,
            message: "\(process.appex.bundleIdentifier) was stopped, because its app is being removed.")
        if case .notLaunched = how { failure.code = FailureCode.couldNotStart }
        if case .neverReady = process.fault { failure.code = FailureCode.couldNotStart }
        let unanswered = process.sessions.values.count(where: \.isOpenRequest)
        metrics.requestEnded(failure.code == FailureCode.couldNotStart ? .couldNotStart : .died, count: unanswered)
        if process.wasInterrupted(how) { failure.code = FailureCode.interrupted }
        if let (kind, sentence) = verdict {
            metrics.reported(kind)
            failure.message = sentence + "."
            failure.report = file(ExtensionReport(process, how, kind: kind, summary: sentence, tail: tail), of: process)
            note(kind, of: process, report: failure.report)
        }
        if case .limit(let breach) = process.fault, verdict != nil { logBreach(breach, by: process) }
        log.info(
            "ended",
            metadata: [
                "extension": "\(process.appex.bundleIdentifier)", "process": "\(number)", "pid": "\(process.pid)",
                "how": "\(verdict?.sentence ?? "nobody needed it")", "report": "\(failure.report ?? "none")",
            ])
        for session in process.abandoned + process.sessions.values { session.died(failure) }
        if launching.contains(number) { fates[number] = failure }
        return failure
    }

    /// A report that cannot be written is not worth a second failure.
    private func file(_ report: ExtensionReport, of process: LiveProcess) -> String? {
        do {
            return try reports.add(report, of: process.appex.bundleIdentifier).rawValue
        } catch {
            log.error("no report", metadata: ["of": "\(report.summary)", "why": "\(error)"])
            return nil
        }
    }

    private func remove(_ number: UInt64) {
        guard let process = processes.removeValue(forKey: number) else { return }
        let waiting = [process.linger, process.settling?.timer].compactMap(\.self)
        for token in waiting + process.deadlines.values { loop.cancel(token) }
        process.control.close()
        giveUpGroup(of: process)
        if !isInUse(process.appex.containerPath) { temporaryFolders.empty(process.appex.containerPath) }
        announceChange()
        changed()
    }
}
