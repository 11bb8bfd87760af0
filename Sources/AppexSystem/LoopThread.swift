import CAppexShims
import Glibc
package import SystemPackage

/// A detached thread of the operating system, for code that blocks in the kernel and therefore must not occupy a thread of
/// Swift's pool.
package enum LoopThread {
    private final class Start {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// The size of the stack: enough to decode the deepest value of a message without optimization, and for its handler.
    /// Unused pages take no memory.
    private static let stackSize = 1024 * 1024

    /// Starts a thread with all asynchronous signals blocked, so that other threads receive them.
    ///
    /// - Parameter name: the name of the thread, of which the kernel keeps 15 bytes.
    /// - Throws: the kernel's error, in practice `.resourceTemporarilyUnavailable`.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        var previous = sigset_t()
        var blocked = sigset_t()
        sigfillset(&blocked)
        // Synchronous signals are not blocked, because a blocked one ends the process without calling its handler. Threads
        // that this one creates, such as those of Dispatch, inherit the mask.
        for own in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { sigdelset(&blocked, own) }
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                start.name.withCString { appex_name_thread($0) }
                start.body()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            start.release()
            throw Errno(rawValue: status)
        }
    }
}
