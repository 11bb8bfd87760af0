import AppexSystem
public import Foundation

extension ProcessInfo {
    /// Runs a block during which the process is not frozen, for work that an extension has to finish after its request.
    ///
    /// The block is called with `false` on a thread of its own, at once if at most 63 others run, and may block. If the system is about to freeze the process before this
    /// call has returned, the block is called a second time, with `true`, on another thread; the first call then has about
    /// a second to return. If the process may already be frozen at any moment, the block is called once, with `true`.
    ///
    /// An extension's process is frozen when no host uses it; `Documentation/LifeCycle.md` lists the times. In other
    /// processes an activity never expires.
    ///
    /// - Parameter reason: the purpose of the activity, which must not be empty.
    /// - Parameter block: the work; when called with `true`, it has to make the work end.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
    ///
    /// ## Difference from Apple
    /// On Apple's system an empty reason is a failed assertion in debug builds. Here the block is called once, with `true`,
    /// and a message is written to standard error.
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        guard !reason.isEmpty else {
            let text = "performExpiringActivity(withReason:using:) needs a reason that is not empty\n"
            FileHandle.standardError.write(Data(text.utf8))
            return HandlerThreads.activities.run { block(true) }
        }
        Self.perform(block, in: .shared)
    }

    /// Runs a block that `work` protects; see ``performExpiringActivity(withReason:using:)``.
    static func perform(_ block: @escaping @Sendable (Bool) -> Void, in work: ProtectedWork) {
        let call = ExpiringCall(.activity, in: work, block)
        HandlerThreads.activities.run { call.run() }
    }
}
