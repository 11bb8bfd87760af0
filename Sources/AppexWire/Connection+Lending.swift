import AppexSystem

extension Connection {
    /// Runs a job that may block on the event loop's thread when the current handler or completion has returned; see
    /// ``EventLoop/lend(_:_:whenTaken:)``.
    ///
    /// - Parameter whenTaken: called on the loop's new thread if the job takes long.
    /// - Returns: false if the job has to run elsewhere.
    package func lend(_ job: @escaping @Sendable () -> Void, whenTaken: @escaping @Sendable () -> Void) -> Bool {
        core.loop.lend(core.allowance, job, whenTaken: whenTaken)
    }

    /// Runs a job that may block: on the event loop's thread when the current handler or completion has returned, if that
    /// is possible, otherwise on a thread of ``HandlerThreads/callbacks``.
    package func runSoon(_ job: @escaping @Sendable () -> Void) {
        if !lend(job, whenTaken: {}) { HandlerThreads.callbacks.run(job) }
    }
}
