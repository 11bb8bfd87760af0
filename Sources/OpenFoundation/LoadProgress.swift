import Foundation
import Synchronization

/// The progress of one load, as whoever loads sees it: how far the owner says it is, and the way to stop it.
///
/// Foundation's `Progress` on Linux neither can be observed nor may be changed by several threads, so it does
/// not become the owner's parent: it looks at the owner's from time to time.
final class LoadProgress: Progress, @unchecked Sendable {  // what is not Foundation's is behind the lock
    private struct State {
        /// Finished or cancelled; nothing that comes later counts.
        var isOver = false
        var isCancelled = false
        var onCancel: [@Sendable () -> Void] = []
        var observer: (@Sendable (Double) -> Void)?
    }

    /// How often to look.
    private static let interval = DispatchTimeInterval.milliseconds(50)
    private static let units: Int64 = 1000
    /// How often the progress of one load is told of at most, unless it goes back.
    static let steps = Int(units)

    private let state = Mutex(State())

    init() {
        super.init(parent: nil, userInfo: nil)
        isCancellable = true
        totalUnitCount = Self.units
    }

    /// Runs `body` once when it is cancelled; at once when it has been.
    func whenCancelled(_ body: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isOver { state.onCancel.append(body) }
            return state.isCancelled
        }
        if isLate { body() }
    }

    /// Passes every new fraction on, until the load is over; what has been reported already, at once.
    func whenReported(_ body: @escaping @Sendable (Double) -> Void) {
        let reported = state.withLock { state -> Int64 in
            guard !state.isOver else { return 0 }
            state.observer = body
            return completedUnitCount
        }
        if reported > 0 { body(Double(reported) / Double(Self.units)) }
    }

    override func cancel() {
        super.cancel()
        let bodies = state.withLock { state in
            defer { if !state.isOver { state = State(isOver: true, isCancelled: true) } }
            return state.onCancel
        }
        // Whoever cancels is not made to wait for what follows.
        DispatchQueue.global().async { for body in bodies { body() } }
    }

    func finish() {
        state.withLock { state in
            guard !state.isOver else { return }
            state = State(isOver: true)
            completedUnitCount = Self.units
        }
    }

    /// Notes how far the owner is.
    ///
    /// - Parameter fraction: from 0 to 1; anything else comes from another process and counts as the nearer end.
    func report(_ fraction: Double) {
        guard !fraction.isNaN else { return }
        let fraction = min(max(fraction, 0), 1)
        let units = Int64((fraction * Double(Self.units)).rounded(.down))
        let observer = state.withLock { state -> (@Sendable (Double) -> Void)? in
            guard !state.isOver, units != completedUnitCount else { return nil }
            completedUnitCount = units
            return state.observer
        }
        observer?(fraction)
    }

    /// Takes over from an owner's progress, and passes a cancellation on to it.
    func follow(_ owner: Progress) {
        whenCancelled { owner.cancel() }
        look(at: owner)
    }

    private func look(at owner: Progress) {
        guard !state.withLock({ $0.isOver }) else { return }
        if !owner.isIndeterminate { report(owner.fractionCompleted) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.look(at: owner) }
    }
}
