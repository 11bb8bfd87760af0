/// The handlers of a loop, each under a number that is never used again.
///
/// A number is a place and a generation, so that a handler is found without hashing: that happens
/// for every message.
struct HandlerTable {
    /// A function in a box of its own: a bare one would be wrapped anew whenever it passes through
    /// generic code, such as that of a lock.
    struct Handler: Sendable {
        let call: EventLoop.Handler
    }

    private struct Place {
        var generation: UInt32 = 1
        var handler: Handler?
    }

    private var places: [Place] = []
    private var free: [Int] = []

    /// - Returns: the number of the handler, never 0.
    mutating func insert(_ handler: @escaping EventLoop.Handler) -> UInt64 {
        let index = free.popLast() ?? places.count
        if index == places.count { places.append(Place()) }
        places[index].handler = Handler(call: handler)
        return UInt64(places[index].generation) << 32 | UInt64(index)
    }

    subscript(_ number: UInt64) -> Handler? {
        let index = Int(UInt32(truncatingIfNeeded: number))
        guard index < places.count, places[index].generation == UInt32(number >> 32) else { return nil }
        return places[index].handler
    }

    mutating func remove(_ number: UInt64) -> Handler? {
        guard let handler = self[number] else { return nil }
        let index = Int(UInt32(truncatingIfNeeded: number))
        places[index].handler = nil
        // A place that has had four thousand million handlers is not used again.
        places[index].generation &+= 1
        if places[index].generation != 0 { free.append(index) }
        return handler
    }
}
