import AppexModel
import AppexProtocol
import AppexSandbox
import AppexSystem
import AppexWire
import Logging
import Synchronization
import SystemPackage

/// The decoders of clients: for each one that asks, a helper process that reads pictures and archives in a sandbox.
///
/// A helper may be taken over by what it reads, so it belongs to one client: it ends with the client's connection, and
/// no other process, and not the broker either, ever sends it messages.
final class DecoderService: Sendable {
    /// One client's helper.
    private struct Helper {
        /// Distinguishes the helper from earlier ones of the client, whose ends may be reported later.
        let number: UInt64
        let started = ContinuousClock.now
        var launch: LaunchName?
        /// As seen from outside; 0 while unknown.
        var pid: Int32 = 0
        var initPid: Int32 = 0
        var launcher: Int32 = 0
        /// Who waits for its start, and is given nil or the reason why it failed.
        var starting: CheckedContinuation<RemoteFailure?, Never>?
        /// The outcome of the start, if it was known before a task waited for it.
        var outcome: RemoteFailure??
    }

    private struct State {
        var next: UInt64 = 1
        /// By client.
        var helpers: [ClientNumber: Helper] = [:]
    }

    private let launcher: LauncherSupervisor
    private let configuration: BrokerConfiguration
    private let log: Logger
    private let state = Mutex(State())

    /// Helpers of all clients.
    private static let helperLimit = 64

    init(launcher: LauncherSupervisor, configuration: BrokerConfiguration, log: Logger) {
        self.launcher = launcher
        self.configuration = configuration
        self.log = log
    }

    /// Starts a client's helper, and ends the one that it had.
    ///
    /// - Returns: the client's end of the socket to it.
    /// - Throws: ``RemoteFailure`` with the reason why it could not be started.
    func open(client: ClientNumber) async throws -> DescriptorBag {
        guard let program = configuration.decoder else {
            throw RemoteFailure(
                code: FailureCode.unavailable,
                message: "The program appex-decode is not beside appexd; install OpenExtensionKit again, or set "
                    + "APPEX_DECODER to its path.")
        }
        // A client that asks again while one is being started would have any number of them under way.
        let isStarting = state.withLock { $0.helpers[client].map { $0.outcome == nil } ?? false }
        guard !isStarting else { throw RemoteFailure(couldNotDecode: "one is being started already") }
        await close(client: client)
        let number = try state.withLock { (state) throws(RemoteFailure) in
            guard state.helpers.count < Self.helperLimit else {
                throw RemoteFailure(couldNotDecode: "\(Self.helperLimit) decoders are running already")
            }
            defer { state.next += 1 }
            state.helpers[client] = Helper(number: state.next)
            return state.next
        }
        var launched: LaunchName?
        do {
            let (ours, theirs) = try PacketSocket.pair().bags()
            let (launch, launcher) = try await self.launcher.launchHelper(
                LaunchPlan(decoder: program, configuration), control: theirs, memory: DecoderLimits.memory
            ) { [weak self] in self?.told($0, of: number, client) }
            launched = launch
            change(number, client) {
                $0.launch = launch
                $0.launcher = launcher
            }
            if let failure = await started(number, client) { throw failure }
            return ours
        } catch {
            forget(number, client)
            // Its client may have gone while it was being launched.
            if let launched { await launcher.endHelper(launched) }
            let failure = error as? RemoteFailure ?? RemoteFailure(couldNotDecode: "\(error)")
            log.error("a decoder could not be started", metadata: ["why": "\(failure.message)"])
            throw failure
        }
    }

    /// Ends the helper of a client, if it has one.
    func close(client: ClientNumber) async {
        let launch = state.withLock { $0.helpers.removeValue(forKey: client)?.launch }
        if let launch { await launcher.endHelper(launch) }
    }

    /// The helpers and their inits, as clients are told of them.
    func records() -> [ProcessRecord] {
        let helpers = state.withLock { $0.helpers.values.sorted { $0.number < $1.number } }
        return helpers.filter { $0.pid > 0 }.flatMap { helper in
            var records = [
                ProcessRecord(
                    role: .initProcess, pid: helper.initPid, parent: helper.launcher, state: "running",
                    age: helper.started.millisecondsAgo),
                ProcessRecord(
                    role: .decoder, pid: helper.pid, parent: helper.initPid, hosts: 1, state: "running",
                    age: helper.started.millisecondsAgo),
            ]
            for index in records.indices { records[index].measure() }
            return records
        }
    }

    // MARK: What the launcher says

    private func told(_ event: LauncherEvent?, of number: UInt64, _ client: ClientNumber) {
        switch event {
        // A decoder has no network.
        case .waitsForNetwork: break
        case .started(_, let pid, let initPid):
            change(number, client) {
                $0.pid = pid
                $0.initPid = initPid
            }
            finishStart(nil, number, client)
        case .failed(_, let failure):
            finishStart(RemoteFailure(couldNotDecode: "\(failure)"), number, client)
            forget(number, client)
        case .exited(_, let status, let usage):
            finishStart(RemoteFailure(couldNotDecode: "it ended at once"), number, client)
            forget(number, client)
            let spent = usage.userTime + usage.systemTime
            log.info(
                "a decoder ended",
                metadata: ["client": "\(client)", "how": "\(status)", "processor": "\(spent)"])
        case nil:
            finishStart(RemoteFailure(couldNotDecode: "the launcher ended"), number, client)
            forget(number, client)
        }
    }

    /// Passes the first outcome of a start to the task that waits for it.
    private func finishStart(_ outcome: RemoteFailure?, _ number: UInt64, _ client: ClientNumber) {
        var waiter: CheckedContinuation<RemoteFailure?, Never>?
        change(number, client) {
            waiter = $0.starting
            $0.starting = nil
            $0.outcome = $0.outcome ?? .some(outcome)
        }
        waiter?.resume(returning: outcome)
    }

    private func started(_ number: UInt64, _ client: ClientNumber) async -> RemoteFailure? {
        await withCheckedContinuation { continuation in
            var known: RemoteFailure?? = .some(
                RemoteFailure(couldNotDecode: "its client has gone, or it ended at once"))
            change(number, client) {
                known = $0.outcome
                if known == nil { $0.starting = continuation }
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Changes what is known of a helper, unless the client has another one by now.
    private func change(_ number: UInt64, _ client: ClientNumber, _ body: (inout Helper) -> Void) {
        state.withLock { state in
            guard var helper = state.helpers[client], helper.number == number else { return }
            body(&helper)
            state.helpers[client] = helper
        }
    }

    private func forget(_ number: UInt64, _ client: ClientNumber) {
        state.withLock { state in
            if state.helpers[client]?.number == number { state.helpers[client] = nil }
        }
    }
}

/// What a decoder may use up.
enum DecoderLimits {
    /// Bytes of memory: the largest picture that is read has 100 million pixels.
    static let memory: UInt64 = 1 << 30

    /// The limits that the kernel enforces for each process. Nothing is written to files.
    static var resources: ResourceLimits {
        var limits = ResourceLimits(dataSize: memory)
        limits.openFiles = 128
        limits.fileSize = 0
        limits.threads = 64
        return limits
    }
}

extension LaunchPlan {
    /// How a decoder is started.
    init(decoder program: FilePath, _ configuration: BrokerConfiguration) {
        let profile = SandboxProfile(
            program: program, extraReadOnly: SwiftRuntime.folders, limits: DecoderLimits.resources)
        var environment = profile.environment(from: configuration.environment)
        // libvips would put large pictures into temporary files, and there is no place for one.
        environment["VIPS_DISC_THRESHOLD"] = "4g"
        // libvips looks below this folder for its modules and finds none. Most of them read formats that are refused
        // anyway, and they need twenty more libraries. The helper loads the one for HEIF when such a picture comes.
        environment["VIPSHOME"] = "/nonexistent"
        self.init(
            profile: profile, arguments: [program.string], environment: environment,
            allowsWeakSandbox: configuration.acceptsWeakSandbox)
    }
}

extension RemoteFailure {
    fileprivate init(couldNotDecode why: String) {
        self.init(code: FailureCode.couldNotStart, message: "The decoder could not be started: \(why).")
    }
}
