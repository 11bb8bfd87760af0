import AppexProtocol
import AppexSystem
import AppexWire
import Synchronization

/// Injects the faults of one request, at points that the host observes anyway.
///
/// A fault takes effect before anything else happens at its point, and from then on no message of the extension is
/// accepted. The result therefore does not depend on timing.
final class FaultInjector: Sendable {
    private struct State {
        var loads = 0
        /// Whether messages are no longer accepted.
        var isSilent = false
        /// The requests that were not accepted, kept so that they stay unanswered.
        var held: [InboundRequest] = []
    }

    private let plan: FaultPlan
    private let lease: SessionLease
    private let state = Mutex(State())

    init(_ plan: FaultPlan, _ lease: SessionLease) {
        self.plan = plan
        self.lease = lease
    }

    /// Injects the fault at the point before the request is sent.
    ///
    /// - Returns: whether the request is to be sent.
    nonisolated(nonsending) func begin(_ request: HostRequest) async -> Bool {
        guard let action = plan.takeAction(at: .beginRequest) else { return true }
        state.withLock { $0.isSilent = true }
        await perform(action, on: request)
        return action == .hang || action == .suspend
    }

    /// Accepts an extension's request to load an attachment by calling `take`, possibly later, or injects a fault.
    func load(_ load: InboundRequest, of request: HostRequest, _ take: @escaping @Sendable () -> Void) {
        let number = state.withLock { state in
            if !state.isSilent { state.loads += 1 }
            return state.loads
        }
        pass(load, at: .load(number), of: request) { [plan] in
            guard let delay = plan.takeDelay(), let loop = try? EventLoop.shared() else { return take() }
            _ = loop.schedule(at: .now + delay, take)
        }
    }

    /// Accepts the extension's answer by calling `take`, or injects a fault.
    func answer(_ answer: InboundRequest, of request: HostRequest, _ take: () -> Void) {
        pass(answer, at: .complete, of: request, take)
    }

    private func pass(
        _ inbound: InboundRequest, at point: InjectedFault.Point, of request: HostRequest, _ take: () -> Void
    ) {
        let action = state.withLock { state -> InjectedFault.Action? in
            guard !state.isSilent, let action = plan.takeAction(at: point) else { return nil }
            state.isSilent = true
            return action
        }
        let isTaken = state.withLock { state in
            if state.isSilent { state.held.append(inbound) }
            return !state.isSilent
        }
        if isTaken { take() }
        if let action { Task { await perform(action, on: request) } }
    }

    private func perform(_ action: InjectedFault.Action, on request: HostRequest) async {
        do {
            switch action {
            case .crash: try await lease.inject(.crash)
            case .kill: try await lease.inject(.kill)
            case .outOfMemory: try await lease.inject(.outOfMemory)
            case .suspend: try await lease.inject(.suspend)
            case .hang: break
            case .dropConnection: request.hangUp()
            case .launcherKill: try await lease.kill(.launcher)
            case .brokerKill: try await lease.kill(.broker)
            }
        } catch WireError.closed {
            // The broker has ended, which ends the request by itself.
        } catch {
            request.finish(
                .failure(ExtensionError(.refused, "Cannot inject the fault \(action.rawValue): \(error).")))
        }
    }
}
