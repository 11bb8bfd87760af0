import Synchronization

/// The faults that are wanted for one request, and which of them have come about.
package final class FaultPlan: Sendable {
    /// In the order in which they were wanted; of several at one point the first counts.
    package let faults: [InjectedFault]
    private let reached = Mutex<Set<Int>>([])

    package init(_ faults: [InjectedFault]) {
        self.faults = faults
    }

    /// Those whose point the request has not come to.
    package var unreached: [InjectedFault] {
        let reached = reached.withLock { $0 }
        return faults.indices.filter { !reached.contains($0) }.map { faults[$0] }
    }

    /// What is to be done at a point. It counts as done.
    func takeAction(at point: InjectedFault.Point) -> InjectedFault.Action? {
        for (index, fault) in faults.enumerated() {
            guard case .action(let action, point) = fault else { continue }
            return reached.withLock { $0.insert(index).inserted } ? action : nil
        }
        return nil
    }

    /// By how much a load is to be answered later. It counts as done.
    func takeDelay() -> Duration? {
        let delays = faults.enumerated().compactMap { index, fault -> (index: Int, delay: Duration)? in
            if case .slowLoad(let delay) = fault { (index, delay) } else { nil }
        }
        guard !delays.isEmpty else { return nil }
        reached.withLock { $0.formUnion(delays.map(\.index)) }
        return delays.reduce(.zero) { $0 + $1.delay }
    }
}
