import Foundation
import Synchronization

/// Runs code whose recursion is bounded, but deeper than the stack of a thread of the concurrency runtime allows.
enum LargeStack {
    /// The size of the stack, in bytes. Only the pages that are used take memory.
    private static let size = 512 << 20

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Runs code on a thread with a large stack, and waits until it returns.
    ///
    /// - Parameter size: the size of the stack in bytes. If the system does not have it, the caller's stack is used.
    static func run<Value: Sendable>(size: Int = size, _ body: @escaping @Sendable () -> Value) -> Value {
        let result = Result<Value>()
        runOnThread(size: size) {
            let value = body()
            result.value.withLock { $0 = value }
        }
        return result.value.withLock { $0 } ?? body()
    }

    /// Runs code on a thread of its own; does nothing if the system cannot start a thread with such a stack.
    private static func runOnThread(size: Int, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, size) == 0 else { return }
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return
        }
        pthread_join(thread, nil)
    }
}
