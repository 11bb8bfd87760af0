import AppexSystem
import Foundation

/// Transfers an object to a closure that runs later.
struct Held<Value>: @unchecked Sendable {  // passed on to one receiver, and not used in between
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Calls a handler, never on the main thread, even if the owner's load handler has called back there.
func deliver(_ body: @escaping @Sendable () -> Void) {
    if CurrentThread.isMain { DispatchQueue.global().async(execute: body) } else { body() }
}

extension Result {
    var value: Success? { try? get() }

    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
