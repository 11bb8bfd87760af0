import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSystem
import AppexWire
import Glibc
import Logging
import SystemPackage

/// Calls of clients about their sessions.
extension ProcessService {
    /// Called once with the end of a session that its host has not given back.
    typealias Termination = @Sendable (SessionNumber, RemoteFailure) -> Void

    /// Opens a session, joining a live process or starting one.
    ///
    /// - Parameter appVersion: the version of the containing app, for reports.
    /// - Returns: also whether a process was started, and the client's end of the session's socket.
    /// - Throws: ``RemoteFailure`` that says why there is none.
    func open(
        _ appex: InstalledAppex, appVersion: String?, summary: RequestSummary, client: ClientNumber,
        onTermination: @escaping Termination
    ) async throws -> (session: SessionNumber, launched: Bool, socket: DescriptorBag) {
        let opening = PendingSession(
            session: table.newSession(), client: client, summary: summary, isParked: false,
            onTermination: onTermination)
        while let process = table.joinable(appex) {
            try table.checkRoom(for: appex, in: process)
            let (ours, theirs) = try Self.sessionSocket(appex)
            // A process that has just ended cannot be told. It is killed, so that the next turn does not find it.
            guard (try? deliver(opening, theirs, to: process)) != nil else {
                await apply { $0.stop(process, .closedControl) }
                continue
            }
            return (opening.session, false, ours)
        }
        let (ours, theirs) = try Self.sessionSocket(appex)
        let process = try await start(appex, appVersion: appVersion, for: opening, theirs)
        log.info("launched", metadata: ["extension": "\(appex.bundleIdentifier)", "process": "\(process)"])
        return (opening.session, true, ours)
    }

    /// Starts a process for a client that may soon want it.
    ///
    /// - Returns: nil when one would be of no use: a process can be joined, the client has parked one already, or memory
    ///   is short.
    /// - Throws: ``RemoteFailure`` that says why there is none.
    func park(
        _ appex: InstalledAppex, appVersion: String?, client: ClientNumber, onTermination: @escaping Termination
    ) async throws -> (session: SessionNumber, socket: DescriptorBag)? {
        guard !table.isParkingUseless(appex, client: client), !usage.isMemoryShort else { return nil }
        let opening = PendingSession(
            session: table.newSession(), client: client, summary: RequestSummary(), isParked: true,
            onTermination: onTermination)
        let (ours, theirs) = try Self.sessionSocket(appex)
        let process = try await start(appex, appVersion: appVersion, for: opening, theirs)
        log.info("parked", metadata: ["extension": "\(appex.bundleIdentifier)", "process": "\(process)"])
        await apply { $0.giveUpSurplus(of: client) }
        return (opening.session, ours)
    }

    /// Gives up parked processes of extensions that are not what they were when they were started.
    func giveUpParked(where isOutdated: (InstalledAppex) -> Bool) async {
        await apply { $0.giveUpParked(where: isOutdated) }
    }

    /// A client begins a request on a session that was parked.
    ///
    /// - Returns: false when the session is not its own, or is not parked any more.
    func use(_ session: SessionNumber, client: ClientNumber, summary: RequestSummary) async -> Bool {
        if let process = table.process(of: session, client: client) { usage.lookSoon(at: process.number) }
        return await apply { $0.use(session, client: client, summary: summary, at: .now) }
    }

    /// The client has its answer.
    ///
    /// - Returns: false when the client has no such session that waits for one.
    func answered(_ session: SessionNumber, client: ClientNumber) async -> Bool {
        await apply { $0.answered(session, client: client) }
    }

    /// Ends a session of a client.
    ///
    /// - Parameter abandoned: whether the extension was to do something more for it.
    /// - Returns: false when the client has no such session.
    func close(_ session: SessionNumber, client: ClientNumber, abandoned: Bool) async -> Bool {
        await apply { $0.close(session, client: client, abandoned: abandoned) }
    }

    /// Ends all sessions of a disconnected client.
    func closeAll(client: ClientNumber) async {
        await apply { $0.closeAll(client: client) }
    }

    /// Ends a session because of what the extension did or failed to do.
    ///
    /// - Parameter detail: what exactly it did; empty when the host does not say.
    /// - Parameter reported: called once: when the process has ended, with the identifier of the report, or at once
    ///   when there is none yet.
    func abandon(
        _ session: SessionNumber, client: ClientNumber, _ reason: BrokerInterface.Abandon.Reason, detail: String,
        reported: @escaping @Sendable (String?) -> Void
    ) async {
        let outcome = table.abandon(session, client: client, reason, detail: detail, at: .now)
        // Before the effects, which may tell of the end of the process.
        if outcome == .awaitsEnd { onTermination[session] = { reported($0.report) } } else { reported(nil) }
        perform()
        await carryOutOrders()
    }

    // MARK: Files of hosts

    /// Lets the extension of a session see a file of its host until the session ends.
    ///
    /// - Parameter name: the file's name for the extension.
    /// - Throws: ``RemoteFailure`` with ``FailureCode/refused`` when it cannot be.
    func grant(
        _ files: DescriptorBag, named name: String, session: SessionNumber, client: ClientNumber
    ) async throws -> GrantedFile {
        guard let process = table.process(of: session, client: client), let launch = process.launch else {
            throw Self.refusal("there is no session \(session)")
        }
        guard let granted = GrantedFile(number: .random(in: 0 ... .max), name: name), let file = files.take() else {
            throw Self.refusal("a grant needs a file and a plain name for it")
        }
        let place: (device: UInt64, inode: UInt64)
        do { place = try file.namedFileOrFolder() } catch {
            throw Self.refusal("what was sent is not the name of a file or a folder")
        }
        let key = LiveProcess.GrantKey(device: place.device, file: place.inode, name: name)
        switch table.noteGrant(granted, key, of: session, in: process.number) {
        case .granted(let known): return known
        case .full: throw Self.refusal("the extension has \(ProcessTable.grantLimit) files of hosts already")
        case .noted: break
        }
        do {
            try await launcher.grant(DescriptorBag(file), as: granted, to: launch)
        } catch {
            table.removeGrant(key, of: session, in: process.number)
            // Half of it may have been done. Where nothing was, there is nothing to undo, and that may fail.
            try? await launcher.revoke(granted, of: launch)
            throw Self.refusal("\(error)")
        }
        guard table.processes[process.number]?.sessions[session] != nil else {
            orders.append(.revoke(granted, from: process.number))
            await carryOutOrders()
            throw Self.refusal("the session has ended")
        }
        return granted
    }

    private static func refusal(_ why: String) -> RemoteFailure {
        RemoteFailure(code: FailureCode.refused, message: "The file cannot be opened in place: \(why).")
    }

    // MARK: Tests of hosts

    /// How long the injection of a fault waits for a process that is being started.
    private static let faultPatience = Duration.seconds(10)

    /// Does harm to the process that serves a session, for a test. Its end is reported as any other.
    ///
    /// - Throws: `RemoteFailure`: `died` when the process has ended, `refused` when the session does not belong to the
    ///   client, or the process has not been started.
    func inject(_ harm: BrokerInterface.Inject.Harm, session: SessionNumber, client: ClientNumber) async throws {
        let end = LoopTime.now + Self.faultPatience
        while table.process(of: session, client: client)?.phase == .starting, LoopTime.now < end {
            await nextChange(before: end)
        }
        guard let process = table.process(of: session, client: client), process.phase != .starting else {
            throw RemoteFailure(code: FailureCode.refused, message: "No process serves session \(session).")
        }
        guard let signal = harm.signal else {
            table.exhaustMemory(of: process.number)
            return await look(at: process.number)
        }
        do throws(Errno) {
            guard let handle = links[process.number]?.handle else { throw .noSuchProcess }
            try handle.send(signal)
        } catch {
            throw RemoteFailure(
                code: FailureCode.died, message: "\(process.appex.bundleIdentifier) has just ended: \(error).")
        }
    }
}

extension BrokerInterface.Inject.Harm {
    /// The signal that does the harm; nil for what is not done by a signal.
    fileprivate var signal: Int32? {
        switch self {
        case .crash: SIGSEGV
        case .kill: SIGKILL
        case .suspend: SIGSTOP
        case .outOfMemory: nil
        }
    }
}
