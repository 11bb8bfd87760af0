import CAppexShims
import Glibc
import SystemPackage
import Synchronization

/// Decides which thread leads an event loop while its leader runs a job that may block.
///
/// The leader starts a loan, runs the job and ends the loan. If that takes longer than ``patience``, the follower, a thread
/// that waits for this, becomes the leader, and the borrower follows when its job ends. A short job wakes no other thread:
/// the follower waits for a timer, which is set at most once in ``patience``.
final class LoopRelay: Sendable {
    /// A job that has borrowed the leader, with what to do if it takes long.
    struct Loan {
        let body: EventLoop.Job
        /// Called by the new leader, before it does anything else.
        let whenTaken: EventLoop.Job
        let allowance: LoopAllowance
    }

    /// How long a job may keep its thread from leading.
    static let patience = LoopInterval(.milliseconds(1))
    /// The maximum number of threads whose jobs have lasted longer. Beyond that, nothing is lent.
    private static let most = 8

    private let timer: Descriptor
    /// An odd number while a loan is under way; it grows with every beginning and end.
    private let turn = Atomic<UInt64>(0)
    /// When the current loan began, in nanoseconds.
    private let began = Atomic<Int64>(0)
    /// Whether the timer is set.
    private let isArmed = Atomic(false)
    /// Whether there is a follower.
    private let isFollowed = Atomic(false)
    /// The number of threads that have lost the lead and whose jobs have not ended.
    private let away = Atomic(0)
    /// The current loan.
    private nonisolated(unsafe) var current: Loan?  // written by the leader; exchanging `turn` orders reads

    /// - Throws: the kernel's error if there are no descriptors left.
    init() throws(Errno) {
        let number = timerfd_create(CInt(CLOCK_MONOTONIC), CInt(TFD_CLOEXEC))
        guard number >= 0 else { throw Errno.current }
        timer = Descriptor(owning: number)
    }

    /// Makes sure that a thread follows.
    ///
    /// - Parameter start: starts one, which calls ``follow(unless:)``.
    /// - Returns: false if no thread follows, so that the leader must not be lent.
    func isReady(_ start: () throws(Errno) -> Void) -> Bool {
        guard away.load(ordering: .relaxed) < Self.most else { return false }
        guard !isFollowed.exchange(true, ordering: .acquiringAndReleasing) else { return true }
        do throws(Errno) {
            try start()
            return true
        } catch {
            isFollowed.store(false, ordering: .releasing)
            return false
        }
    }

    /// Runs a job on the leader's thread.
    ///
    /// - Returns: whether the caller still leads.
    func run(_ loan: Loan) -> Bool {
        let start = LoopTime.now
        current = loan
        began.store(start.nanoseconds, ordering: .relaxed)
        let number = turn.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
        if !isArmed.exchange(true, ordering: .sequentiallyConsistent) { arm(Self.patience) }
        appex_set_may_block(true)
        loan.body()
        appex_set_may_block(false)
        let (leads, _) = turn.compareExchange(
            expected: number, desired: number + 1, ordering: .sequentiallyConsistent)
        guard leads else {
            away.wrappingSubtract(1, ordering: .relaxed)
            return false
        }
        current = nil
        loan.allowance.charge(from: start, to: .now)
        return true
    }

    /// Waits until the leader has been lent for too long. The caller then leads.
    ///
    /// - Parameter isOver: whether the loop has been stopped.
    /// - Returns: false if the loop has been stopped.
    func follow(unless isOver: () -> Bool) -> Bool {
        while true {
            let number = turn.load(ordering: .sequentiallyConsistent)
            if !number.isMultiple(of: 2) {
                let now = LoopTime.now
                let due = LoopTime(nanoseconds: began.load(ordering: .relaxed)) + Self.patience
                if due <= now {
                    let (leads, _) = turn.compareExchange(
                        expected: number, desired: number + 1, ordering: .sequentiallyConsistent)
                    guard leads else { continue }
                    away.wrappingAdd(1, ordering: .relaxed)
                    isFollowed.store(false, ordering: .releasing)
                    return true
                }
                isArmed.store(true, ordering: .sequentiallyConsistent)
                arm(LoopInterval(nanoseconds: due.nanoseconds - now.nanoseconds))
            } else if isOver() {
                return false
            }
            var expirations: UInt64 = 0
            _ = read(timer.rawValue, &expirations, MemoryLayout<UInt64>.size)
            // Before the next look: a loan that begins after it sets the timer again.
            isArmed.store(false, ordering: .sequentiallyConsistent)
        }
    }

    /// Tells the owner of the loan that lasts too long. Called by the new leader.
    func tellTaken() {
        guard let loan = current else { return }
        current = nil
        loan.allowance.charge(from: LoopTime(nanoseconds: began.load(ordering: .relaxed)), to: .now)
        loan.whenTaken()
    }

    /// Becomes the follower.
    ///
    /// - Returns: false if there is one.
    func join() -> Bool {
        !isFollowed.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Has the follower look whether the loop has been stopped.
    func wake() {
        arm(LoopInterval(nanoseconds: 1))
    }

    private func arm(_ interval: LoopInterval) {
        var time = itimerspec()
        time.it_value.tv_nsec = Int(interval.nanoseconds)
        _ = timerfd_settime(timer.rawValue, 0, &time, nil)
    }
}
