import AppexProtocol
package import AppexSystem
import AppexWire
package import Foundation
import OpenFoundation
import OpenViewTree
import Synchronization

/// The requests that this process is working on.
package final class ActiveRequests: Sendable {
    private struct Active {
        var session: ItemSession?
        var begun = false
        var context: NSExtensionContext?
        var principal: PrincipalBox?
        /// Set when the principal object has a view, once it is told to show it.
        var view: ViewInbox?
        /// What the host has told of its state and the main thread has not come to.
        var changes = 0
    }

    private struct State {
        var next: UInt64 = 1
        var active: [UInt64: Active] = [:]
    }

    /// How many changes of its state a host may tell of before the main thread has come to them: far more than a
    /// user causes while an extension is busy. A host that tells of more is cut off.
    private static let changeLimit = 64

    private let makePrincipal: @MainActor () -> any NSExtensionRequestHandling
    /// Why no principal object can be made.
    private let refusal: NSError?
    private let state = Mutex(State())

    /// - Parameter makePrincipal: makes the principal object of one request, on the main thread.
    /// - Parameter refusal: cancels every request; nil for none.
    package init(_ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling, refusal: NSError?) {
        self.makePrincipal = makePrincipal
        self.refusal = refusal
    }

    /// Opens a session that the broker passes on. A message without a socket is a broker's mistake
    /// that costs it this one session.
    func open(_ body: [UInt8], _ descriptors: DescriptorBag) {
        guard (try? ControlInterface.OpenSession(wireBytes: body)) != nil, let socket = descriptors.take() else {
            return
        }
        open(socket)
    }

    /// Opens a session on the extension's end of its socket.
    package func open(_ socket: consuming Descriptor) {
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.active[state.next] = Active()
            return state.next
        }
        do {
            let session = try ItemSession(socket: socket, role: "extension") { [weak self] in self?.receive($0, number)
            }
            state.withLock { $0.active[number]?.session = session }
            Rehearsal.schedule(for: session) { [weak self] in
                self?.state.withLock { $0.active[number]?.begun == false } ?? false
            }
        } catch {
            // The host has gone before it was served; its end of the socket tells it so.
            _ = state.withLock { $0.active.removeValue(forKey: number) }
        }
    }

    /// Tells the principal objects that want to know.
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

    private func receive(_ inbound: ItemSession.Inbound, _ number: UInt64) {
        switch inbound {
        case .event(SessionInterface.Begin.code, let body): begin(body, number)
        case .event(SessionInterface.HostChanged.code, let body): hostChanged(body, number)
        case .event(let code, let body):
            guard let active = state.withLock({ $0.active[number] }), let session = active.session else { return }
            // Those of a view count only where there is one.
            do throws(WireError) {
                if try active.view?.receive(code, body) != true { session.connection.ignore(body.count) }
            } catch {
                session.connection.reject(error)
            }
        case .request(let request):
            if state.withLock({ $0.active[number]?.view })?.receive(request) == true { return }
            state.withLock { $0.active[number]?.session }?.connection.ignore(request.body.count)
            request.fail(RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code)."))
        case .closed(let error):
            if case .closed = error {} else { Self.tell(of: error) }
            let ended = state.withLock { $0.active.removeValue(forKey: number) }
            ended?.view?.close()
            // The principal object was made on the main thread and goes there.
            DispatchQueue.main.async { withExtendedLifetime(ended) {} }
        }
    }

    /// Says in the log of the extension why a session has ended; to the host, it looks as if the extension had ended it.
    private static func tell(of error: WireError) {
        let line = "A host broke the protocol, and its session has been closed: \(error).\n"
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    private func begin(_ body: [UInt8], _ number: UInt64) {
        // The session is set before its first message can arrive: both happen on the loop's thread.
        // A second begin is the host's mistake and changes nothing.
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
        let context = NSExtensionContext(inputItems: session.items(begin.items)) { outcome, told in
            Self.tell(session, outcome, told)
        }
        if let refusal { return context.cancelRequest(withError: refusal) }
        state.withLock { $0.active[number]?.context = context }
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.begin(context, session, begin.view, number) }
        }
    }

    @MainActor
    private func begin(_ context: NSExtensionContext, _ session: ItemSession, _ room: ViewTraits?, _ number: UInt64) {
        let principal = makePrincipal()
        let view = principal as? any ViewPresenting
        // Before the host hears of the view: what it then says of it waits for this very block of the main thread.
        let inbox = room == nil ? nil : view.map { ViewInbox($0) }
        let isWanted = state.withLock { state in
            state.active[number]?.principal = PrincipalBox(principal)
            state.active[number]?.view = inbox
            return state.active[number] != nil
        }
        // The host has gone: nobody would tell this view that it leaves the screen.
        guard isWanted else { return }
        view?.prepare(for: context)
        // A host that has gone does not have to know.
        try? session.connection.send(SessionInterface.Began(showsView: view != nil && room != nil))
        principal.beginRequest(with: context)
        guard let view else { return }
        guard let room else { return context.cancelRequest(withError: Self.noRoom) }
        view.present(in: ViewChannel(session), traits: room)
    }

    private static var noRoom: NSError {
        let text = "This extension shows a view, and the host draws none; use a host that does, such as `appex share`."
        return NSError(
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
            // After `beginRequest`, which is on its way there as well.
            DispatchQueue.main.async { [weak self] in
                self?.state.withLock { $0.active[number]?.changes -= 1 }
                known.context?.hostChanged(change.state.notification)
            }
        } catch {
            session.connection.reject(error)
        }
    }

    /// How long a host may take to take an outcome.
    private static let outcomeLimit = Duration.seconds(30)

    private static func tell(
        _ session: ItemSession, _ outcome: NSExtensionContext.Outcome, _ told: @escaping @Sendable () -> Void
    ) {
        switch outcome {
        case .completed(let items):
            let complete = SessionInterface.Complete(items: session.export(items))
            session.connection.begin(complete, within: outcomeLimit) { result in
                guard case .failure(.tooLarge(let what, let limit)) = result else { return told() }
                let text = "The returned items cannot be sent: the limit for \(what) is \(limit)."
                let error = NSError(domain: NSCocoaErrorDomain, code: -1, userInfo: [NSLocalizedDescriptionKey: text])
                tell(session, .cancelled(error, [:]), told)
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

/// Keeps a principal object alive while its request is.
private final class PrincipalBox: @unchecked Sendable {  // made, used and released on the main thread
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
