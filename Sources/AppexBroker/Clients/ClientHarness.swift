import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSigning
import AppexSystem
import AppexWire
import Logging
import Synchronization
import SystemPackage

/// One client's connection: turns its messages into calls of the services, in order, and gives up
/// what it holds when it goes.
final class ClientHarness: Sendable {
    let number: ClientNumber
    private let connection: Connection
    private let inbound: AsyncStream<Connection.Inbound>
    private let registry: RegistryHarness
    private let matches: MatchHarness
    private let processes: ProcessService
    private let decoders: DecoderService
    private let coordination: CoordinationService
    /// The process of the client.
    private let pid: Int32
    /// The client's number for the coordination of files, once it has one.
    private let peer = Mutex<PeerNumber?>(nil)
    private let log: Logger

    /// Messages of one client that wait. A client that sends more without waiting is disconnected.
    private static let waitingLimit = 4096

    init(
        _ socket: consuming Descriptor, number: ClientNumber, registry: RegistryHarness, matches: MatchHarness,
        processes: ProcessService, decoders: DecoderService, coordination: CoordinationService, log: Logger
    ) throws(WireError) {
        self.number = number
        self.registry = registry
        self.matches = matches
        self.processes = processes
        self.decoders = decoders
        self.coordination = coordination
        pid = (try? PeerCredentials(of: socket))?.processIdentifier ?? 0
        self.log = log
        connection = try Connection(socket: socket, role: "broker", hearing: .only(BrokerInterface.toBroker))
        let (stream, continuation) = AsyncStream.makeStream(
            of: Connection.Inbound.self, bufferingPolicy: .bufferingOldest(Self.waitingLimit))
        inbound = stream
        try connection.start { [weak connection] message in
            if case .dropped = continuation.yield(message) { connection?.close() }
            if case .closed = message { continuation.finish() }
            if connection?.isClosed != false { continuation.finish() }
        }
    }

    /// Serves the client until it goes.
    ///
    /// - Returns: whether it has gone because it supports no version of the protocol that the broker does.
    func run() async -> Bool {
        var isIncompatible = false
        for await message in inbound {
            switch message {
            case .request(let request): await answer(request)
            case .event(BrokerInterface.Close.code, let body, _):
                guard let close = try? BrokerInterface.Close(wireBytes: body) else {
                    return await leave("a malformed message")
                }
                // A session may have ended while the client gave it back; more than that is counted, here and below.
                if await !processes.close(
                    SessionNumber(rawValue: close.session), client: number, abandoned: close.abandoned)
                {
                    connection.ignore(body.count)
                }
            case .event(BrokerInterface.Answered.code, let body, _):
                guard let answered = try? BrokerInterface.Answered(wireBytes: body) else {
                    return await leave("a malformed message")
                }
                if await !processes.answered(SessionNumber(rawValue: answered.session), client: number) {
                    connection.ignore(body.count)
                }
            case .event(BrokerInterface.Use.code, let body, _):
                guard let use = try? BrokerInterface.Use(wireBytes: body) else {
                    return await leave("a malformed message")
                }
                if await !processes.use(SessionNumber(rawValue: use.session), client: number, summary: use.summary) {
                    connection.ignore(body.count)
                }
            case .event(let code, _, _): return await leave("unknown event \(code)")
            case .closed(.closed): break
            case .closed(let error):
                if case .incompatible = error { isIncompatible = true }
                logLeaving("\(error)")
            }
        }
        await giveUp()
        return isIncompatible
    }

    /// Gives up what the client has held.
    private func giveUp() async {
        await matches.forget(client: number)
        await processes.closeAll(client: number)
        await decoders.close(client: number)
        if let peer = peer.withLock({ $0.take() }) { coordination.disconnect(peer) }
    }

    /// Ends the connection to a client that does not keep to the protocol.
    ///
    /// - Returns: false, as what ``run()`` returns then.
    private func leave(_ why: String) async -> Bool {
        logLeaving(why)
        connection.close()
        await giveUp()
        return false
    }

    private func logLeaving(_ why: String) {
        log.warning("disconnected a client", metadata: ["client": "\(number)", "why": "\(why)"])
    }

    func close() {
        connection.close()
    }

    private func answer(_ request: InboundRequest) async {
        do {
            try await route(request)
        } catch let failure as RemoteFailure {
            request.fail(failure)
        } catch let error as WireError {
            request.fail(
                RemoteFailure(code: FailureCode.malformed, message: "The request cannot be understood: \(error)."))
        } catch let error as SigningError {
            request.fail(RemoteFailure(code: FailureCode.refused, message: error.description))
        } catch let error as RegistryError {
            request.fail(RemoteFailure(error))
        } catch {
            request.fail(RemoteFailure(code: FailureCode.unavailable, message: "\(error)."))
        }
    }

    private func route(_ request: InboundRequest) async throws {
        switch request.code {
        case BrokerInterface.Greet.code: request.reply(Empty())
        case BrokerInterface.Install.code: request.reply(try await registry.install(try request.decode()))
        case BrokerInterface.Uninstall.code: request.reply(try await registry.uninstall(try request.decode()))
        case BrokerInterface.List.code: request.reply(registry.list())
        case BrokerInterface.Find.code: request.reply(try registry.find(try request.decode()))
        case BrokerInterface.Match.code: try await matches.match(request)
        case BrokerInterface.Watch.code: try await matches.watch(request, client: number)
        case BrokerInterface.Elect.code: request.reply(try await registry.elect(try request.decode()))
        case BrokerInterface.Open.code: try await open(request)
        case BrokerInterface.Park.code: try await park(request)
        case BrokerInterface.Grant.code:
            let grant = try request.decode(BrokerInterface.Grant.self)
            request.reply(
                try await processes.grant(
                    request.descriptors, named: grant.name, session: SessionNumber(rawValue: grant.session),
                    client: number))
        case BrokerInterface.Abandon.code:
            let abandon = try request.decode(BrokerInterface.Abandon.self)
            await processes.abandon(
                SessionNumber(rawValue: abandon.session), client: number, abandon.reason, detail: abandon.detail
            ) { request.reply(BrokerInterface.Abandoned(report: $0)) }
        case BrokerInterface.Inject.code:
            let inject = try request.decode(BrokerInterface.Inject.self)
            try await processes.inject(inject.harm, session: SessionNumber(rawValue: inject.session), client: number)
            request.reply(Empty())
        case BrokerInterface.OpenDecoder.code:
            request.reply(Empty(), try await decoders.open(client: number))
        case BrokerInterface.OpenCoordination.code: request.reply(Empty(), try openCoordination())
        case BrokerInterface.Coordination.code: request.reply(WireList(await coordination.records()))
        case BrokerInterface.Processes.code:
            request.reply(WireList(await processes.list() + decoders.records()))
        case BrokerInterface.Metrics.code: request.reply(WireList(await processes.metricRecords()))
        case BrokerInterface.Enforcement.code: request.reply(WireList(await processes.enforcement()))
        case BrokerInterface.Layers.code: request.reply(WireList(try await processes.launcher.layers()))
        default:
            connection.ignore(request.body.count)
            throw RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code).")
        }
    }

    private func open(_ request: InboundRequest) async throws {
        let open = try request.decode(BrokerInterface.Open.self)
        let (appex, version) = try await registry.launchable(open.identifier)
        let news = TerminationNotice(connection)
        let (session, launched, socket) = try await processes.open(
            appex, appVersion: version, summary: open.summary, client: number, onTermination: news.tell)
        request.reply(BrokerInterface.Opened(session: session.rawValue, launched: launched), socket)
        news.release()
    }

    /// Makes the socket on which the client coordinates its access to files. What it has claimed on an earlier one ends.
    private func openCoordination() throws -> DescriptorBag {
        let name = ProgramName.of(pid)
        let (peer, socket) = try coordination.connect(name: name, pid: pid, reach: .everything)
        let old = self.peer.withLock { known in
            defer { known = peer }
            return known
        }
        if let old { coordination.disconnect(old) }
        return socket
    }

    private func park(_ request: InboundRequest) async throws {
        let (appex, version) = try await registry.launchable(
            try request.decode(BrokerInterface.Park.self).identifier)
        let news = TerminationNotice(connection)
        let parked = try await processes.park(
            appex, appVersion: version, client: number, onTermination: news.tell)
        request.reply(BrokerInterface.Parked(session: parked?.session.rawValue), parked?.socket)
        news.release()
    }
}

/// Holds the news of a session's end back until the client has been told of the session.
private final class TerminationNotice: Sendable {
    private struct State {
        var released = false
        var held: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private weak let connection: Connection?

    init(_ connection: Connection) { self.connection = connection }

    @Sendable func tell(session: SessionNumber, failure: RemoteFailure) {
        // A client that has gone needs no telling.
        tell { [connection] in try? connection?.send(BrokerInterface.Died(session: session.rawValue, failure: failure))
        }
    }

    private func tell(_ news: @escaping @Sendable () -> Void) {
        let released = state.withLock { state in
            if !state.released { state.held = news }
            return state.released
        }
        if released { news() }
    }

    func release() {
        let held = state.withLock { state in
            state.released = true
            defer { state.held = nil }
            return state.held
        }
        held?()
    }
}

extension RemoteFailure {
    init(_ error: RegistryError) {
        switch error.code {
        case .notInstalled: self.init(code: FailureCode.notFound, message: "\(error).")
        case .registryDamaged, .registryTooNew, .files, .database, .stopped:
            self.init(code: FailureCode.unavailable, message: "\(error).")
        case .notAnApp, .manifest, .executable, .forbiddenFile, .limit, .signature, .olderVersion, .identifierTaken:
            self.init(code: FailureCode.refused, message: "\(error).")
        }
    }
}
