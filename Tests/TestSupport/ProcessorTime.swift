import Glibc

extension Duration {
    /// Measures the processor time that the calling thread takes for some work.
    ///
    /// In contrast to the time that passes, it does not depend on what else the machine does. Work on other threads does not
    /// count.
    ///
    /// - Throws: What `work` throws.
    package static func ofProcessor(for work: () throws -> Void) rethrows -> Duration {
        let start = processorTime
        try work()
        return processorTime - start
    }

    /// The processor time that the calling thread has taken since it was started.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
