import Dispatch

/// Runs an actor on a queue of its own, whose thread may block.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "actor that blocks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
