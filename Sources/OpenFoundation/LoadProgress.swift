import AppexSystem
import Foundation
import Synchronization

/// The progress of one load, as returned to the caller: it reports the owner's progress, and cancels the load.
///
/// Foundation's `Progress` on Linux cannot be observed, and must not be changed by several threads. So this object does
/// not become the parent of the owner's progress, but polls it.
final class LoadProgress: Progress, @unchecked Sendable {  // all state except Foundation's is behind the lock
    private struct State {
        /// Finished or cancelled; later changes have no effect.
        var isOver = false
        var isCancelled = false
        var onCancel: [@Sendable () -> Void] = []
        var observer: (@Sendable (Double) -> Void)?
    }

    /// The interval at which an owner's progress is polled.
    private static let interval = DispatchTimeInterval.milliseconds(50)
    private static let units: Int64 = 1000
    /// The maximum number of reports for one load whose progress never decreases.
    static let steps = Int(units)

    private let state = Mutex(State())

    init() {
        super.init(parent: nil, userInfo: nil)
        isCancellable = true
        totalUnitCount = Self.units
    }

    /// Calls `body` once when the load is cancelled; immediately if it has been.
    func whenCancelled(_ body: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isOver { state.onCancel.append(body) }
            return state.isCancelled
        }
        if isLate { body() }
    }

    /// Calls `body` with every new fraction until the load ends; immediately with the fraction reported so far, if any.
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
        // Asynchronously, so that the caller does not wait for the handlers.
        HandlerThreads.callbacks.run { for body in bodies { body() } }
    }

    /// Ends the load.
    func finish() {
        state.withLock { state in
            guard !state.isOver else { return }
            state = State(isOver: true)
            completedUnitCount = Self.units
        }
    }

    /// Sets the completed fraction.
    ///
    /// - Parameter fraction: from 0 to 1. It may come from another process: other values are clamped, NaN is ignored.
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

    /// Reports an owner's progress from now on, and passes a cancellation on to it.
    func follow(_ owner: Progress) {
        whenCancelled { owner.cancel() }
        poll(owner)
    }

    private func poll(_ owner: Progress) {
        guard !state.withLock({ $0.isOver }) else { return }
        if !owner.isIndeterminate { report(owner.fractionCompleted) }
        // Own code: a timer. A subclass of Progress is code of the owner.
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            HandlerThreads.callbacks.run { [weak self] in self?.poll(owner) }
        }
    }
}
