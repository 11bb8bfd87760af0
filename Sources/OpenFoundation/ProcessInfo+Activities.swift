public import Foundation

extension ProcessInfo {
    /// Runs a block in which the process is not to be frozen: for what an extension has to bring to an end after its
    /// request.
    ///
    /// The block is called on a concurrent queue, with `false`. If the system wants to freeze the process before it has
    /// returned, it is called a second time, with `true`, on another thread while the first call goes on, which then has
    /// about a second to end. When the process may be frozen at any moment already, the block is called once, with `true`,
    /// and never with `false`.
    ///
    /// An extension's process is frozen when no host uses it; `Documentation/LifeCycle.md` has the times. In any other
    /// process there is nothing to expire.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
    ///
    /// ## Difference from Apple
    /// An empty reason is an assertion of debug builds there. Here the block is called once, with `true`, and a line on
    /// standard error says why.
    ///
    /// - Parameter reason: what the activity is for; not empty.
    /// - Parameter block: what is done; with `true` it only brings itself to its end.
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        guard !reason.isEmpty else {
            let text = "performExpiringActivity(withReason:using:) needs a reason that is not empty\n"
            FileHandle.standardError.write(Data(text.utf8))
            return Self.activities.async { block(true) }
        }
        Self.perform(block, in: .shared)
    }

    /// The same, protected by `work`.
    static func perform(_ block: @escaping @Sendable (Bool) -> Void, in work: ProtectedWork) {
        let call = ExpiringCall(.activity, in: work, block)
        activities.async { call.run() }
    }

    private static let activities = DispatchQueue(
        label: "org.openextensionkit.expiring-activities", attributes: .concurrent)
}
