import AppexProtocol
import AppexWire
import Foundation
import OpenViewTree
import Synchronization

/// Passes the host's messages for the view of one request to the main thread, in order.
final class ViewInbox: Sendable {
    private struct State {
        /// The number of events that the main thread has not processed yet.
        var waiting = 0
        var isPresented = false
        var isDismissed = false
    }

    /// The maximum number of waiting events, far more than a user causes while a view is busy. If a host exceeds it, its
    /// session is closed.
    private static let limit = 1024

    private let view: MainThreadBox
    private let state = Mutex(State())

    @MainActor
    init(_ view: any ViewPresenting) { self.view = MainThreadBox(view) }

    /// Processes an event of the host.
    ///
    /// - Returns: false if it has no effect: it is not for views, is repeated, or arrives after the view has left the screen.
    /// - Throws: ``WireError`` if the event is invalid or too many are waiting.
    func receive(_ code: UInt16, _ body: [UInt8]) throws(WireError) -> Bool {
        switch code {
        case ViewInterface.TraitsChanged.code:
            let traits = try ViewInterface.TraitsChanged(wireBytes: body).traits
            return try onMain { $0.change(to: traits) }
        case ViewInterface.Input.code:
            let input = try ViewInterface.Input(wireBytes: body)
            return try onMain { $0.handle(input.event, of: input.node, number: input.number) }
        case ViewInterface.Presented.code:
            let isFirst = state.withLock { state in
                defer { state.isPresented = true }
                return !state.isPresented
            }
            return isFirst ? try onMain { $0.didPresent() } : false
        default: return false
        }
    }

    /// Processes a request of the host.
    ///
    /// - Returns: false if it is not for views.
    func receive(_ request: InboundRequest) -> Bool {
        switch request.code {
        case ViewInterface.Dismiss.code:
            close { request.reply(Empty()) }
        case ViewInterface.PerformUpdate.code:
            let reply: @Sendable (ViewUpdateResult) -> Void = {
                request.reply(ViewInterface.PerformUpdate.Reply($0.wire))
            }
            // The number of requests is bounded by the connection.
            _ = try? onMain { $0.performUpdate(reply) }
        default: return false
        }
        return true
    }

    /// Tells the view, once, that it leaves the screen, and then calls `done`.
    func close(_ done: @escaping @Sendable () -> Void = {}) {
        let isFirst = state.withLock { state in
            defer { state.isDismissed = true }
            return !state.isDismissed
        }
        DispatchQueue.main.async { [view] in
            MainActor.assumeIsolated { if isFirst { view.content.dismiss() } }
            done()
        }
    }

    /// - Returns: false if the view has left the screen.
    /// - Throws: ``WireError`` if too many events are waiting.
    private func onMain(_ body: @escaping @MainActor @Sendable (any ViewPresenting) -> Void) throws(WireError) -> Bool {
        let waiting = state.withLock { state -> Int? in
            guard !state.isDismissed else { return nil }
            state.waiting += 1
            return state.waiting
        }
        guard let waiting else { return false }
        guard waiting <= Self.limit else {
            throw .tooLarge("the number of a view's events at a time", limit: Self.limit)
        }
        DispatchQueue.main.async { [weak self] in
            guard let self else { return }
            state.withLock { $0.waiting -= 1 }
            MainActor.assumeIsolated { body(self.view.content) }
        }
        return true
    }

    /// A principal object, which is created, used and released on the main thread.
    private final class MainThreadBox: @unchecked Sendable {  // see above; `content` is isolated
        @MainActor let content: any ViewPresenting

        @MainActor
        init(_ content: any ViewPresenting) { self.content = content }
    }
}

extension ViewUpdateResult {
    fileprivate var wire: ViewInterface.PerformUpdate.Reply.Result {
        switch self {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
}
