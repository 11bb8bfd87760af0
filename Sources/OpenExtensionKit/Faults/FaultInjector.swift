import AppexProtocol
import AppexSystem
import AppexWire
import Synchronization

/// Carries out the faults of one request, at the points that the host sees anyway.
///
/// Everything happens before what the host does at that point, and from a fault on nothing that the extension says is
/// taken. So what the host sees does not depend on how fast anybody is.
final class FaultInjector: Sendable {
    private struct State {
        var loads = 0
        /// Whether nothing is taken any more.
        var isSilent = false
        /// What was not taken, kept unanswered.
        var held: [InboundRequest] = []
    }

    private let plan: FaultPlan
    private let lease: SessionLease
    private let state = Mutex(State())

    init(_ plan: FaultPlan, _ lease: SessionLease) {
        self.plan = plan
        self.lease = lease
    }

    /// Does what is wanted before the request is handed over.
    ///
    /// - Returns: whether it is handed over.
    nonisolated(nonsending) func begin(_ request: HostRequest) async -> Bool {
        guard let action = plan.takeAction(at: .beginRequest) else { return true }
        state.withLock { $0.isSilent = true }
        await perform(action, on: request)
        return action == .hang || action == .suspend
    }

    /// Takes a load of the extension, or does not.
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

    /// Takes the extension's answer, or does not.
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
            case .suspend: try await lease.inject(.suspend)
            case .oom: try await lease.inject(.outOfMemory)
            case .hang: break
            case .dropConnection: request.hangUp()
            case .launcherKill: try await lease.kill(.launcher)
            case .brokerKill: try await lease.kill(.broker)
            }
        } catch WireError.closed {
            // The broker has gone; what that means for the request is told elsewhere.
        } catch {
            request.finish(
                .failure(ExtensionError(.refused, "Cannot carry out the fault \(action.rawValue): \(error).")))
        }
    }
}
