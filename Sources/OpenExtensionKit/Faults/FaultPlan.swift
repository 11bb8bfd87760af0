import Synchronization

/// The faults to inject into one request, and which of them have been injected.
package final class FaultPlan: Sendable {
    /// The faults in the given order. Of several at one point only the first is injected.
    package let faults: [InjectedFault]
    private let reached = Mutex<Set<Int>>([])

    /// Creates a plan in which no fault has been injected yet.
    package init(_ faults: [InjectedFault]) {
        self.faults = faults
    }

    /// The faults that have not been injected, because the request did not reach their points.
    package var unreached: [InjectedFault] {
        let reached = reached.withLock { $0 }
        return faults.indices.filter { !reached.contains($0) }.map { faults[$0] }
    }

    /// The action to perform at a point, which then counts as performed; nil for none, or if it was performed before.
    func takeAction(at point: InjectedFault.Point) -> InjectedFault.Action? {
        for (index, fault) in faults.enumerated() {
            guard case .action(let action, point) = fault else { continue }
            return reached.withLock { $0.insert(index).inserted } ? action : nil
        }
        return nil
    }

    /// The delay of a load, the sum of all planned delays, which then count as injected; nil for none.
    func takeDelay() -> Duration? {
        let delays = faults.enumerated().compactMap { index, fault -> (index: Int, delay: Duration)? in
            if case .slowLoad(let delay) = fault { (index, delay) } else { nil }
        }
        guard !delays.isEmpty else { return nil }
        reached.withLock { $0.formUnion(delays.map(\.index)) }
        return delays.reduce(.zero) { $0 + $1.delay }
    }
}
