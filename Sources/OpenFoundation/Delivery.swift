import Foundation

/// Carries an object through closures that run later.
struct Held<Value>: @unchecked Sendable {  // handed out as it was handed in, to one receiver; nobody uses it between
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Calls a handler, never on the main thread: an owner may have called back there.
func deliver(_ body: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { DispatchQueue.global().async(execute: body) } else { body() }
}

extension Result {
    var value: Success? { try? get() }

    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
