import AppexProtocol
package import AppexSystem
import AppexWire
package import Foundation
import OpenFoundation
import OpenViewTree
import Synchronization

/// The open requests of this process.
package final class ActiveRequests: Sendable {
    private struct Active {
        var session: ItemExchange?
        var begun = false
        var context: NSExtensionContext?
        var principal: PrincipalBox?
        /// The messages for the view; nil if the principal object has no view or does not show it.
        var view: ViewInbox?
        /// Whether the host has announced requests of the extension's point.
        var makesPointCalls = false
        /// The state of these requests; nil if the principal object does not handle them.
        var point: ExtensionPointSession?
        /// The number of changes of the host's state that the main thread has not processed yet.
        var changes = 0
    }

    private struct State {
        var next: UInt64 = 1
        var active: [UInt64: Active] = [:]
    }

    /// The maximum number of unprocessed changes of a host's state, far more than a user causes while an extension is busy.
    /// If a host exceeds it, its session is closed.
    private static let changeLimit = 64

    private let makePrincipal: @MainActor () -> any NSExtensionRequestHandling
    /// The reason for which no principal object can be created; nil if it can.
    private let refusal: NSError?
    private let state = Mutex(State())

    /// Creates an empty list of requests.
    ///
    /// - Parameter makePrincipal: creates the principal object of one request, on the main thread.
    /// - Parameter refusal: an error with which every request is cancelled; nil to process requests.
    package init(_ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling, refusal: NSError?) {
        self.makePrincipal = makePrincipal
        self.refusal = refusal
    }

    /// Opens a session whose socket the broker has sent. A message without a socket is ignored.
    func open(_ body: [UInt8], _ descriptors: DescriptorBag) {
        guard (try? ControlInterface.OpenSession(wireBytes: body)) != nil, let socket = descriptors.take() else {
            return
        }
        open(socket)
    }

    /// Opens a session on the extension's end of its socket. If the host has already closed its end, nothing happens.
    package func open(_ socket: consuming Descriptor) {
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.active[state.next] = Active()
            return state.next
        }
        do {
            let session = try ItemExchange(socket: socket, role: "extension") { [weak self] in self?.receive($0, number)
            }
            state.withLock { $0.active[number]?.session = session }
            WarmUp.schedule(for: session) { [weak self] in
                self?.state.withLock { $0.active[number]?.begun == false } ?? false
            }
        } catch {
            // The host has already closed its end.
            _ = state.withLock { $0.active.removeValue(forKey: number) }
        }
    }

    /// Passes a memory warning on to the principal objects.
    @MainActor
    func warnOfMemory() {
        for box in state.withLock({ $0.active.values.compactMap(\.principal) }) {
            if let view = box.principal as? any ViewPresenting {
                view.memoryIsLow()
            } else {
                (box.principal as? any NSExtensionMemoryWarningHandling)?.didReceiveMemoryWarning()
            }
        }
    }

    private func receive(_ inbound: ItemExchange.Inbound, _ number: UInt64) {
        switch inbound {
        case .event(SessionInterface.Begin.code, let body): begin(body, number)
        case .event(SessionInterface.HostChanged.code, let body): hostChanged(body, number)
        case .event(let code, let body):
            guard let active = state.withLock({ $0.active[number] }), let session = active.session else { return }
            // Messages for a view are ignored if there is none.
            do throws(WireError) {
                if try active.view?.receive(code, body) != true { session.connection.ignore(body.count) }
            } catch {
                session.connection.reject(error)
            }
        case .request(let request):
            if state.withLock({ $0.active[number]?.view })?.receive(request) == true { return }
            if state.withLock({ $0.active[number]?.makesPointCalls }) == true { return handle(request, number) }
            refuse(request, number)
        case .closed(let error):
            if case .closed = error {} else { Self.log(error) }
            let ended = state.withLock { $0.active.removeValue(forKey: number) }
            ended?.view?.close()
            // The principal object was created on the main thread, and has to be released there.
            DispatchQueue.main.async {
                MainActor.assumeIsolated { ended?.point?.state?.hostIsGone() }
                withExtendedLifetime(ended) {}
            }
        }
    }

    /// Passes a request of the extension's point on to the principal object.
    ///
    /// The call of `beginRequest` was enqueued before. The number of requests is bounded by the connection.
    private func handle(_ request: InboundRequest, _ number: UInt64) {
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                guard let self, let active = self.state.withLock({ $0.active[number] }), let point = active.point,
                    let principal = active.principal?.principal as? any ExtensionPointRequestHandling
                else {
                    self?.refuse(request, number)
                    return
                }
                principal.handle(ExtensionPointRequest(inbound: request, session: point))
            }
        }
    }

    private func refuse(_ request: InboundRequest, _ number: UInt64) {
        state.withLock { $0.active[number]?.session }?.connection.ignore(request.body.count)
        request.fail(RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
    }

    /// Writes to the extension's log why a session was closed. The host only sees that the extension has closed it.
    private static func log(_ error: WireError) {
        let line = "A host violated the protocol, and its session was closed: \(error).\n"
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    private func begin(_ body: [UInt8], _ number: UInt64) {
        // The session is set before its first message can arrive, because both happen on the loop's thread. A second
        // message is ignored.
        let active = state.withLock { state in
            defer { state.active[number]?.begun = true }
            return state.active[number]
        }
        guard let active, let session = active.session else { return }
        guard !active.begun else { return session.connection.ignore(body.count) }
        let begin: SessionInterface.Begin
        do { begin = try SessionInterface.Begin(wireBytes: body) } catch {
            return session.connection.reject(error)
        }
        let context = NSExtensionContext(
            inputItems: session.items(begin.items), opener: URLRequests.opener(over: session),
            sharer: ShareRequests.sharer(over: session)
        ) { outcome, told in
            Self.send(outcome, over: session, told)
        }
        if let refusal { return context.cancelRequest(withError: refusal) }
        state.withLock { state in
            state.active[number]?.context = context
            state.active[number]?.makesPointCalls = begin.makesPointCalls
        }
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.begin(context, session, begin, number) }
        }
    }

    @MainActor
    private func begin(
        _ context: NSExtensionContext, _ session: ItemExchange, _ begin: SessionInterface.Begin, _ number: UInt64
    ) {
        let room = begin.view
        let principal = makePrincipal()
        let view = principal as? any ViewPresenting
        let handlesPoint = principal is any ExtensionPointRequestHandling
        // Created before the host is told of the view. The host's messages for it then wait for this block to return.
        let inbox = room == nil ? nil : view.map { ViewInbox($0) }
        let isWanted = state.withLock { state in
            state.active[number]?.principal = PrincipalBox(principal)
            state.active[number]?.view = inbox
            if handlesPoint { state.active[number]?.point = ExtensionPointSession(session, context) }
            return state.active[number] != nil
        }
        // If the host has closed its end, the view would never be told that it leaves the screen.
        guard isWanted else { return }
        view?.prepare(for: context)
        // It fails only if the host has closed its end.
        try? session.connection.send(SessionInterface.Ready(showsView: view != nil && room != nil))
        guard handlesPoint == begin.makesPointCalls else {
            return context.cancelRequest(withError: handlesPoint ? Self.noCalls : Self.noPoint)
        }
        principal.beginRequest(with: context)
        guard let view else { return }
        if let room { return view.present(in: ViewChannel(session), traits: room) }
        if !handlesPoint { context.cancelRequest(withError: Self.noRoom) }
    }

    private static let noRoom = unsupported(
        "This extension shows a view, but the host does not; use a host that does, such as `appex share`.")
    private static let noCalls = unsupported(
        "This extension edits photographs, but the host only hands over items; use a host that edits photographs, such "
            + "as `appex edit`.")
    private static let noPoint = unsupported(
        "The principal class of this extension does not conform to PHContentEditingController, so no photograph can be "
            + "edited with it; conform the class to it.")

    private static func unsupported(_ text: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.featureUnsupported.rawValue,
            userInfo: [NSLocalizedDescriptionKey: text])
    }

    private func hostChanged(_ body: [UInt8], _ number: UInt64) {
        let known = state.withLock { state -> Active? in
            state.active[number]?.changes += 1
            return state.active[number]
        }
        guard let known, let session = known.session else { return }
        do throws(WireError) {
            let change = try SessionInterface.HostChanged(wireBytes: body)
            guard known.changes <= Self.changeLimit else {
                throw .tooLarge("the number of changes of the host at a time", limit: Self.changeLimit)
            }
            // The call of `beginRequest` was enqueued before.
            DispatchQueue.main.async { [weak self] in
                self?.state.withLock { $0.active[number]?.changes -= 1 }
                known.context?.hostChanged(change.state.notification)
            }
        } catch {
            session.connection.reject(error)
        }
    }

    /// The maximum time for a host to acknowledge an outcome.
    private static let outcomeLimit = Duration.seconds(30)

    private static func send(
        _ outcome: NSExtensionContext.Outcome, over session: ItemExchange, _ told: @escaping @Sendable () -> Void
    ) {
        switch outcome {
        case .completed(let items):
            let complete = SessionInterface.Complete(items: session.export(items))
            session.connection.begin(complete, within: outcomeLimit) { result in
                guard case .failure(.tooLarge(let what, let limit)) = result else { return told() }
                let text = "The returned items cannot be sent: the limit for \(what) is \(limit)."
                let error = NSError(domain: NSCocoaErrorDomain, code: -1, userInfo: [NSLocalizedDescriptionKey: text])
                send(.cancelled(error, [:]), over: session, told)
            }
        case .cancelled(let error, let itemErrors):
            let cancel = SessionInterface.Cancel(
                error: ErrorDescription(error),
                itemErrors: itemErrors.map {
                    SessionInterface.ItemError(item: UInt32($0.key), error: ErrorDescription($0.value))
                })
            session.connection.begin(cancel, within: outcomeLimit) { _ in told() }
        }
    }
}

/// Keeps a principal object alive during its request.
private final class PrincipalBox: @unchecked Sendable {  // created, used and released on the main thread
    let principal: any NSExtensionRequestHandling

    init(_ principal: any NSExtensionRequestHandling) { self.principal = principal }
}

extension SessionInterface.HostChanged.State {
    fileprivate var notification: Notification.Name {
        switch self {
        case .willEnterForeground: .NSExtensionHostWillEnterForeground
        case .didEnterBackground: .NSExtensionHostDidEnterBackground
        case .willResignActive: .NSExtensionHostWillResignActive
        case .didBecomeActive: .NSExtensionHostDidBecomeActive
        }
    }
}
