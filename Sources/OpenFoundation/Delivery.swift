import AppexSystem
import Foundation

/// Transfers an object to a closure that runs later.
struct Held<Value>: @unchecked Sendable {  // passed on to one receiver, and not used in between
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Calls a handler on a thread that it may block: this one if it is such a thread, otherwise another one. The owner's load handler
/// may have called back on the main thread, in a task, or on a queue of its own.
func deliver(_ body: @escaping @Sendable () -> Void) {
    if HandlerThreads.isCurrent { body() } else { HandlerThreads.callbacks.run(body) }
}

extension Result {
    var value: Success? { try? get() }

    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
