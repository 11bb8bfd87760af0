/// A loop runs tasks, too: those that prefer it as their executor, with
/// `withTaskExecutorPreference(loop)`. An `await` of something that happens on the loop then goes on
/// without a change of thread. What such a task does must be short, as anything on the loop.
extension EventLoop: TaskExecutor {
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
