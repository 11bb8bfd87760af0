import Dispatch

/// Runs an actor on a queue of its own, whose thread may block.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "actor that blocks")

    /// Runs a closure on the queue.
    func perform<Value>(_ body: @escaping @Sendable () throws -> sending Value) async throws -> sending Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                do { continuation.resume(returning: try body()) } catch { continuation.resume(throwing: error) }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
