import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import Synchronization

/// One request on the host's side. It has exactly one outcome, whatever the extension does.
final class HostRequest: Sendable {
    typealias Outcome = Result<[ItemDescription], any Error>

    private struct State {
        var session: ItemExchange?
        var continuation: CheckedContinuation<Outcome, Never>?
        /// Set once; later messages change nothing.
        var outcome: Outcome?
        /// Whether the outcome may be delivered. A view leaves the screen first.
        var isOver = false
        /// Whether the extension acknowledged that its view leaves the screen.
        var hasLeft = false
        var began: ContinuousClock.Instant?
        var timers: [EventLoop.Token] = []
        /// Opens a URL, or shows a share sheet, for the extension.
        var opening: Task<Void, Never>?
        /// The providers of other sessions that the extension was given by a share sheet. They are let go of with the request:
        /// those sessions may have been given providers of this one.
        var relayed: [UInt64] = []
    }

    let identifier: String
    private let lease: any SessionClaim
    private let input: HostInput
    /// Whether the host drives the request by the messages of the extension's point.
    private let makesPointCalls: Bool
    /// Opens URLs for the extension; nil for an extension in this process.
    private let opener: URLOpener?
    /// Shows a share sheet for the extension; nil if the host has none.
    private let sharing: ActivitySharing.Handler?
    /// nil except in tests.
    private let faults: FaultInjector?
    private let state = Mutex(State())
    /// The extension's view; nil if the host does not show one.
    let view: HostedView?

    /// The maximum time from the launch of an extension to its `beginRequest`. It is slightly longer than the broker's
    /// limit for a launch, because the broker's error is more precise.
    static let launchLimit =
        (ExtensionLimits.launchTime(ProcessInfo.processInfo.environment) ?? ExtensionLimits().launchTime) + .seconds(5)
    /// How long to wait for the broker's reason after the extension's socket was closed.
    private static let reasonLimit = Duration.seconds(2)

    init(
        extension identifier: String, lease: any SessionClaim, _ items: [NSExtensionItem],
        makesPointCalls: Bool = false, view: HostedView? = nil,
        opener: URLOpener? = nil, sharing: ActivitySharing.Handler? = nil, faults: FaultInjector? = nil
    ) {
        self.identifier = identifier
        self.lease = lease
        self.makesPointCalls = makesPointCalls
        self.view = view
        self.opener = opener
        self.sharing = sharing
        self.faults = faults
        input = HostInput(items: items)
        view?.onHang { [weak self] in self?.timedOut($0.description, because: $0) }
    }

    /// Whether the request has an outcome.
    var hasOutcome: Bool { state.withLock { $0.outcome != nil } }

    /// When the extension began the request; nil if it has not.
    var began: ContinuousClock.Instant? { state.withLock { $0.began } }

    /// The connection to the extension; nil before the request begins and after it has failed.
    var exchange: ItemExchange? { state.withLock { $0.session } }

    /// Creates the returned items. Their providers keep the session open, as does this request.
    func returned(_ descriptions: [ItemDescription]) -> [NSExtensionItem] {
        state.withLock { $0.session }?.items(descriptions) ?? []
    }

    /// Sends the items and waits for the outcome.
    ///
    /// - Parameter asked: the start of the time-out.
    /// - Throws: as ``outcome()``.
    nonisolated(nonsending) func run(
        _ socket: consuming Descriptor, timeout: Duration, since asked: ContinuousClock.Instant
    ) async throws -> [ItemDescription] {
        await begin(socket, timeout: timeout, since: asked)
        return try await outcome()
    }

    /// Sends the items. An error becomes the outcome.
    ///
    /// - Parameter timeout: nil for no limit after the launch.
    /// - Parameter asked: the start of the time-out.
    nonisolated(nonsending) func begin(
        _ socket: consuming Descriptor, timeout: Duration?, since asked: ContinuousClock.Instant
    ) async {
        do {
            // The timers are started first, so that the request ends whatever fails afterwards.
            let loop = try EventLoop.shared()
            let left = timeout.map { $0 - (.now - asked) } ?? Self.launchLimit * 2
            if let timeout {
                arm(loop, after: left) { $0.timedOut("did not answer within \(timeout.inRoundedSeconds)") }
            }
            if left > Self.launchLimit { arm(loop, after: Self.launchLimit) { $0.launchTimedOut() } }
            lease.onTermination { [weak self] in self?.finish(.failure(ExtensionError($0))) }
            let session = try ItemExchange(
                socket: socket, role: "host", keeping: lease,
                grant: { [lease] in try await lease.grant($0, named: $1) }, filter: loadFilter
            ) { [weak self] in self?.receive($0) }
            state.withLock { $0.session = session }
            let begin = SessionInterface.Begin(
                identifier: UUID().uuidString, items: session.export(input.items), view: view?.traits,
                makesPointCalls: makesPointCalls)
            if await faults?.begin(self) != false { try session.connection.send(begin) }
        } catch WireError.tooLarge(let what, let limit) {
            finish(
                .failure(
                    ExtensionError(
                        .refused, "Cannot hand the items to \(identifier): the limit for \(what) is \(limit).")))
        } catch WireError.closed {
            awaitReason()
        } catch {
            finish(.failure(ExtensionError(.died, "Cannot talk to \(identifier): \(error).", underlying: error)))
        }
    }

    /// Waits for the outcome and gives the session back. Must be called at most once.
    ///
    /// - Throws: ``ExtensionError``; `CancellationError` if the task or the request is cancelled.
    /// - Cancellation: cancels the request.
    nonisolated(nonsending) func outcome() async throws -> [ItemDescription] {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if !state.isOver { state.continuation = continuation }
                    return state.isOver ? state.outcome : nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            cancel()
        }
        // Nothing is loaded after the end of a request that the host has driven.
        let closes = if case .failure = outcome { true } else { makesPointCalls }
        if closes {
            state.withLock { state in
                defer { state.session = nil }
                return state.session
            }?.connection.close()
        }
        // Only an extension that has answered, if only with an error, may be used again.
        if wasAnswered(outcome) {
            lease.answered()
        } else if case .failure(let error as ExtensionError) = outcome, let fault = fault(error) {
            throw error.naming(await lease.abandon(fault.reason, fault.detail), of: identifier)
        } else if state.withLock({ $0.hasLeft }) {
            lease.giveBack()
        } else {
            lease.abandon()
        }
        return try outcome.get()
    }

    /// Cancels the request. Does nothing if it has an outcome.
    func cancel() {
        finish(.failure(CancellationError()))
    }

    /// The fault of the extension that the broker has to be told of; nil if there is none or the broker knows it.
    private func fault(_ error: ExtensionError) -> (reason: BrokerInterface.Abandon.Reason, detail: String)? {
        switch error.code {
        case .timedOut where !lease.hasDied: (.timedOut, (error.underlying as? ViewHang)?.description ?? "")
        case .protocolViolation: (.brokeProtocol, error.underlying.map { "\($0)" } ?? "")
        case .died where !lease.hasDied: (.hungUp, "")
        default: nil
        }
    }

    /// Notifies the extension of a change of the host, if it has received the request and not answered it.
    func send(_ change: SessionInterface.HostChanged) {
        let session = state.withLock { $0.outcome == nil ? $0.session : nil }
        // If the extension has ended, its request ends by itself.
        try? session?.connection.send(change)
    }

    private func wasAnswered(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .success: true
        case .failure(let error): (error as? ExtensionError)?.code == .cancelledByExtension
        }
    }

    /// Passes loads to the fault injector before they are served; nil without faults.
    private var loadFilter: ItemExchange.LoadFilter? {
        guard let faults else { return nil }
        return { [weak self] load, serve in
            // An extension may continue to load after its request was answered.
            guard let self else { return serve() }
            faults.load(load, of: self, serve)
        }
    }

    /// Closes the connection as if the extension had done so.
    func hangUp() {
        state.withLock { $0.session }?.connection.close()
        awaitReason()
    }

    /// Sets the outcome, unless there is one, and delivers it after the view has left the screen.
    func finish(_ outcome: Outcome) {
        let isFirst = state.withLock { state in
            guard state.outcome == nil else { return false }
            state.outcome = outcome
            if let loop = try? EventLoop.shared() { for timer in state.timers { loop.cancel(timer) } }
            state.timers = []
            state.opening?.cancel()
            return true
        }
        guard isFirst else { return }
        withdrawRelayed()
        guard let view else { return deliver(outcome) }
        if case .failure(let error as ExtensionError) = outcome, error.code != .cancelledByExtension { view.end() }
        view.leave { [self] hasLeft in
            state.withLock { $0.hasLeft = hasLeft }
            deliver(outcome)
        }
    }

    private func deliver(_ outcome: Outcome) {
        let continuation = state.withLock { state in
            state.isOver = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    private func receive(_ inbound: ItemExchange.Inbound) {
        switch inbound {
        case .event(SessionInterface.Ready.code, let body): begun(body)
        case .event(let code, let body):
            do {
                if try view?.receive(code, body) != true { ignore(body) }
            } catch {
                violated(error)
            }
        case .request(let request):
            guard let faults else { return answer(request) }
            faults.answer(request, of: self) { self.answer(request) }
        case .closed(.closed): awaitReason()
        case .closed(let error): violated(error)
        }
    }

    /// Waits for the broker's reason after the extension's end of the socket was closed. If the process has ended, the
    /// broker reports it shortly; otherwise the extension closed its connection on its own.
    private func awaitReason() {
        guard let loop = try? EventLoop.shared() else { return }
        arm(loop, after: Self.reasonLimit) {
            let text = "\($0.identifier) closed its connection without an answer; try again."
            $0.finish(.failure(ExtensionError(.died, text)))
        }
    }

    private func answer(_ request: InboundRequest) {
        do throws(WireError) {
            guard state.withLock({ $0.outcome == nil }) else {
                ignore(request.body)
                return request.fail(RemoteFailure(code: FailureCode.refused, message: "The request has already ended."))
            }
            let outcome: Outcome
            switch request.code {
            case SessionInterface.Complete.code:
                outcome = .success(try request.decode(SessionInterface.Complete.self).items)
            case SessionInterface.Cancel.code:
                let error = input.error(try request.decode(SessionInterface.Cancel.self))
                outcome = .failure(
                    ExtensionError(
                        .cancelledByExtension, "\(identifier) cancelled the request: \(error.localizedDescription)",
                        underlying: error))
            case SessionInterface.OpenURL.code: return try open(request)
            case SessionInterface.Share.code: return try share(request)
            default: throw .malformed("unknown request \(request.code)")
            }
            request.reply(Empty())
            finish(outcome)
        } catch {
            request.fail(RemoteFailure(code: FailureCode.malformed, message: "\(error)"))
            violated(error)
        }
    }

    /// Opens a URL for the extension, one at a time.
    private func open(_ request: InboundRequest) throws(WireError) {
        let url = try request.decode(SessionInterface.OpenURL.self).url
        let isAccepted = state.withLock { state in
            guard let opener, state.opening == nil, state.outcome == nil else { return false }
            state.opening = Task { [weak self] in
                let result = await opener.open(url) { self?.view?.takeActivation() == true }
                self?.state.withLock { $0.opening = nil }
                request.reply(SessionInterface.OpenURL.Reply(result))
            }
            return true
        }
        if !isAccepted { request.reply(SessionInterface.OpenURL.Reply(.notOpened)) }
    }

    /// Shows a share sheet for the extension, one at a time and not while a URL is opened.
    private func share(_ request: InboundRequest) throws(WireError) {
        let share = try request.decode(SessionInterface.Share.self)
        guard let sharing else { return request.reply(SessionInterface.Share.Reply(.notShown)) }
        guard view?.takeActivation() == true else { return request.reply(SessionInterface.Share.Reply(.withoutUser)) }
        let isAccepted = state.withLock { state in
            guard let session = state.session, state.opening == nil, state.outcome == nil else { return false }
            let asked = ActivitySharing(
                items: session.items(share.items), excludedActivityTypes: Set(share.excluded))
            state.opening = Task { [weak self] in
                let reply = await sharing(asked).reply(over: session)
                let isOver = self?.state.withLock { state in
                    state.opening = nil
                    state.relayed += reply.items.flatMap(\.attachments).map(\.identifier)
                    return state.outcome != nil
                }
                if isOver != false { self?.withdrawRelayed() }
                request.reply(reply)
            }
            return true
        }
        if !isAccepted { request.reply(SessionInterface.Share.Reply(.notShown)) }
    }

    private func withdrawRelayed() {
        let (session, relayed) = state.withLock { state in
            defer { state.relayed = [] }
            return (state.session, state.relayed)
        }
        session?.withdraw(relayed)
    }

    private func begun(_ body: [UInt8]) {
        let (session, isFirst) = state.withLock { state in
            let isFirst = state.began == nil
            state.began = state.began ?? .now
            return (state.session, isFirst)
        }
        guard isFirst else { return ignore(body) }
        guard let view, let session else { return }
        do throws(WireError) {
            view.begin(showsView: try SessionInterface.Ready(wireBytes: body).showsView, over: session.connection)
        } catch {
            violated(error)
        }
    }

    /// Counts a message without effect towards the connection's limit for such messages.
    private func ignore(_ body: [UInt8]) {
        state.withLock { $0.session }?.connection.ignore(body.count)
    }

    /// Ends the request because the extension violated the protocol.
    func violated(_ error: any Error) {
        finish(
            .failure(
                ExtensionError(.protocolViolation, "\(identifier) broke the protocol: \(error).", underlying: error)))
    }

    func arm(_ loop: EventLoop, after delay: Duration, _ body: @escaping @Sendable (HostRequest) -> Void) {
        let token = loop.schedule(at: .now + delay) { [weak self] in
            if let self { body(self) }
        }
        let ended = state.withLock { state in
            if state.outcome == nil { state.timers.append(token) }
            return state.outcome != nil
        }
        if ended { loop.cancel(token) }
    }

    private func launchTimedOut() {
        guard began == nil else { return }
        timedOut("did not begin the request within \(Self.launchLimit.inRoundedSeconds)")
    }

    func timedOut(_ what: String, because hang: ViewHang? = nil) {
        finish(
            .failure(ExtensionError(.timedOut, "\(identifier) \(what) and has been stopped.", underlying: hang)))
    }
}

extension ActivitySharing.Outcome {
    fileprivate func reply(over session: ItemExchange) -> SessionInterface.Share.Reply {
        switch self {
        case .completed(let activity, let items):
            SessionInterface.Share.Reply(.completed, activity: activity, items: session.export(items))
        case .cancelled(let activity): SessionInterface.Share.Reply(.cancelled, activity: activity)
        case .dismissed: SessionInterface.Share.Reply(.dismissed)
        case .notShown: SessionInterface.Share.Reply(.notShown)
        }
    }
}

extension ExtensionError {
    /// The error with the report of the process, or with how to find the report later.
    fileprivate func naming(_ report: AbandonedReport, of identifier: String) -> ExtensionError {
        switch report {
        case .unreported: return self
        case .written(let report): return ExtensionError(code, message, underlying: underlying, report: report)
        case .pending:
            let advice = "its process has not ended yet, `appex reports --extension \(identifier)` will list its report"
            return ExtensionError(code, "\(message.withoutFullStop); \(advice).", underlying: underlying)
        }
    }
}
