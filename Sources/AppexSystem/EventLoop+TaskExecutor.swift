/// An event loop can be used as a task executor, with `withTaskExecutorPreference(loop)`. Awaiting an event of the loop
/// then needs no change of threads. Like handlers, such tasks must not block.
extension EventLoop: TaskExecutor {
    /// Runs a job of a task on the loop's thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
