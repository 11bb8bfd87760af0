import Foundation
import Synchronization

/// Runs code whose recursion is bounded, but deeper than the stack of a thread of the concurrency runtime allows.
enum LargeStack {
    /// The size of the stack, in bytes. Only the pages that are used take memory.
    private static let size = 512 << 20

    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    /// Runs code on a thread with a large stack, and waits until it returns.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        let result = Result<Value>()
        let thread = Thread {
            let value = body()
            result.value.withLock { $0 = value }
            result.isDone.signal()
        }
        thread.stackSize = size
        thread.start()
        result.isDone.wait()
        // Without a thread the caller's stack is used.
        return result.value.withLock { $0 } ?? body()
    }
}
