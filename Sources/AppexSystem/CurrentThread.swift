import CAppexShims

/// The calling thread.
package enum CurrentThread {
    /// Whether it is the main thread. `Thread.isMainThread` needs two system calls each time.
    package static var isMain: Bool { appex_is_main_thread() }
}
