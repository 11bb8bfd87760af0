import CAppexShims
import Glibc

/// The calling thread.
package enum CurrentThread {
    /// Whether it is the main thread. `Thread.isMainThread` needs two system calls each time.
    package static var isMain: Bool { appex_is_main_thread() }

    /// The processor time that it has used, in nanoseconds. Unlike other time, it does not pass while the process is stopped.
    package static var processorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
