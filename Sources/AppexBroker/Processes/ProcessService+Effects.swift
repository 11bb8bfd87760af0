import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import FoundationEssentials
import Glibc
import Logging
import SystemPackage

/// The effects of the ``ProcessTable``'s events.
extension ProcessService {
    /// Tells the table of an event, performs its effects, and waits until the launcher has its orders.
    func apply<Value>(_ event: (inout ProcessTable) -> Value) async -> Value {
        let value = event(&table)
        perform()
        await carryOutOrders()
        return value
    }

    /// Performs the effects of the last events. What has to be waited for becomes an order.
    ///
    /// Nothing else happens in between, so that the table never knows less than what has been done.
    func perform() {
        var effects = table.takeEffects()
        while !effects.isEmpty {
            for effect in effects { perform(effect) }
            // What could not be done is another event.
            effects = table.takeEffects()
        }
    }

    /// Gives the launcher its orders.
    func carryOutOrders() async {
        while !orders.isEmpty {
            switch orders.removeFirst() {
            case .kill(let number, let launch): await kill(number, launch)
            case .revoke(let file, let number): await revoke(file, of: number)
            }
        }
    }

    private func perform(_ effect: ProcessEffect) {
        let continuation = events.continuation
        switch effect {
        case .arm(let timer, let delay):
            if let token = timers[timer] { loop.cancel(token) }
            timers[timer] = loop.schedule(at: .now + delay) { continuation.yield(.timer(timer)) }
        case .cancel(let timer):
            if let token = timers.removeValue(forKey: timer) { loop.cancel(token) }
        case .ask(let question, let number, let round, let limit): ask(question, of: number, round, within: limit)
        case .withdrawQuestion(let number):
            if let link = links[number] { link.control.cancel(link.question) }
            links[number]?.question = 0
        case .suspend(let number): suspend(number)
        case .resume(let number): resume(number)
        case .kill(let number, let launch): orders.append(.kill(number, launch))
        case .checkLauncher(let number, let launch): continuation.yield(.checkLauncher(number, launch))
        case .revoke(let files, let number): orders += files.map { .revoke($0, from: number) }
        case .conclude(let process, let end): conclude(process, end)
        case .notify(let session, let failure): onTermination.removeValue(forKey: session)?(failure)
        case .forget(let session): onTermination[session] = nil
        case .observe: usage.scheduleLook(at: table.processes.values)
        case .disconnect(let number):
            links[number]?.output = nil
            links[number]?.control.close()
        case .release(let process): release(process)
        case .emptyTemporaryFolder(let container): temporaryFolders.empty(container)
        case .countRequest: metrics.requestOpened()
        case .countOutcome(let outcome, let count): metrics.requestEnded(outcome, count: count)
        case .announceChange: announceChange()
        }
    }

    // MARK: The launcher

    private func kill(_ number: ProcessNumber, _ launch: LaunchName) async {
        do {
            try await launcher.kill(launch)
            table.endOrdered(of: number)
        } catch {
            log.warning("the launcher takes no orders", metadata: ["process": "\(number)", "error": "\(error)"])
        }
    }

    /// Takes a file away from a process. One that keeps what it should not have is ended.
    private func revoke(_ file: GrantedFile, of number: ProcessNumber) async {
        guard let process = table.processes[number], !process.isLeaving, let launch = process.launch else { return }
        do {
            try await launcher.revoke(file, of: launch)
        } catch {
            log.error("a file could not be taken away", metadata: ["process": "\(number)", "error": "\(error)"])
            table.stop(number, .keptFile)
            perform()
        }
    }

    // MARK: Suspension

    /// Asks the extension a question. Any reply counts as an answer; a time-out does not.
    private func ask(
        _ question: SuspensionQuestion, of number: ProcessNumber, _ round: SuspensionRound, within limit: Duration
    ) {
        guard let control = links[number]?.control else { return }
        let continuation = events.continuation
        let answered: Connection.Completion = {
            switch $0 {
            case .success, .failure(.remote): continuation.yield(.suspensionAnswer(number, round, question))
            case .failure: break
            }
        }
        switch question {
        case .isReady:
            links[number]?.question = control.begin(
                ControlInterface.WillSuspend(), within: limit, completion: answered)
        case .haveHandlersEnded: control.begin(ControlInterface.Expire(), within: limit, completion: answered)
        }
    }

    private func suspend(_ number: ProcessNumber) {
        do throws(Errno) {
            guard let handle = links[number]?.handle else { throw .noSuchProcess }
            try handle.send(SIGSTOP)
            if let link = links[number] { coordination.suspend(link.peer) }
            reportLocks(of: number)
        } catch {
            table.suspensionFailed(of: number)
        }
    }

    /// Logs which files of its groups a process that has been suspended keeps locked. It may have many files open, so this
    /// happens elsewhere.
    private func reportLocks(of number: ProcessNumber) {
        guard let process = table.processes[number] else { return }
        let (pid, log) = (process.pid, log)
        let (folders, identifier) = (process.appex.groups.map(\.containerPath), process.appex.bundleIdentifier)
        Task.detached {
            let files = HeldLocks.files(of: pid, in: folders.compactMap { ItemPath($0.string) })
            guard !files.isEmpty else { return }
            log.warning(
                "an extension was suspended with locks on files of its groups, for which others have to wait",
                metadata: [
                    "extension": "\(identifier)", "files": "\(files.prefix(8).joined(separator: ", ").tamed(by: "?"))",
                ])
        }
    }

    private func resume(_ number: ProcessNumber) {
        guard let link = links[number] else { return }
        try? link.handle?.send(SIGCONT)
        coordination.resume(link.peer)
    }

    // MARK: The end of a process

    /// Reports how a process has come to its end, or that it does not, and tells the hosts of its sessions.
    private func conclude(_ ended: LiveProcess, _ end: ProcessEnd) {
        var process = ended
        let link = links[process.number]
        // Its end may be told before the reason that its socket was closed for.
        if process.fault == nil, let fault = link?.control.fault { process.fault = .brokenControl("\(fault)") }
        let tail = link?.output?.finish() ?? LogTail()
        let (breach, curve) = usage.conclude(process, end, tail)
        if process.fault == nil, let breach { process.fault = .limit(breach) }
        let (failure, kind) = reporter.report(
            EndReporter.Ending(
                process: process, end: end, startedOn: link?.startedOn ?? .now, tail: tail, curve: curve))
        if let kind, [.crash, .exited, .limit].contains(kind) {
            table.noteCrash(of: process.appex, report: failure.report, at: .now)
        }
        for (session, given) in process.abandoned.merging(process.sessions, uniquingKeysWith: { $1 }) {
            let code = given.isLate ? FailureCode.timedOut : failure.code
            onTermination.removeValue(forKey: session)?(
                RemoteFailure(code: code, message: failure.message, report: failure.report))
        }
        table.noteFailure(failure, of: process.number)
    }

    private func release(_ process: LiveProcess) {
        if process.phase == .stuck {
            log.notice(
                "a process that could not be stopped has ended",
                metadata: ["extension": "\(process.appex.bundleIdentifier)", "pid": "\(process.pid)"])
        }
        if let link = links.removeValue(forKey: process.number) {
            link.control.close()
            coordination.disconnect(link.peer)
        }
        usage.forget(process.number)
    }
}
